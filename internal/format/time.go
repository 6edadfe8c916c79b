package format

import "bytes"

const minutesPerDay = 24 * 60

// dateTime is a date and a time with a "T" between them.
func dateTime(b []byte) bool {
	const sep = len("2026-05-01")
	return len(b) > sep && b[sep]|0x20 == 't' && date(b[:sep]) && clock(b[sep+1:])
}

// date is a day of the Gregorian calendar in ten bytes.
func date(b []byte) bool {
	if len(b) != len("2026-05-01") || b[4] != '-' || b[7] != '-' {
		return false
	}
	year, ok1 := decimal(b[:4])
	month, ok2 := decimal(b[5:7])
	day, ok3 := decimal(b[8:])
	return ok1 && ok2 && ok3 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

func daysIn(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	default:
		return 31
	}
}

// clock is a time of day with its time zone.
func clock(b []byte) bool {
	if len(b) < len("10:00:00Z") || b[2] != ':' || b[5] != ':' {
		return false
	}
	hour, ok1 := decimal(b[:2])
	minute, ok2 := decimal(b[3:5])
	second, ok3 := decimal(b[6:8])
	if !ok1 || !ok2 || !ok3 || hour > 23 || minute > 59 || second > 60 {
		return false
	}
	b = b[len("10:00:00"):]
	if b[0] == '.' {
		n := digits(b[1:])
		if n == 0 {
			return false
		}
		b = b[1+n:]
	}
	offset, ok := zone(b)
	if !ok {
		return false
	}
	// A leap second is the last one of a day in UTC.
	utc := (hour*60 + minute - offset + minutesPerDay) % minutesPerDay
	return second < 60 || utc == minutesPerDay-1
}

// zone reads a time zone as its offset from UTC in minutes.
func zone(b []byte) (offset int, ok bool) {
	if len(b) == 1 {
		return 0, b[0]|0x20 == 'z'
	}
	if len(b) != len("+02:00") || b[0] != '+' && b[0] != '-' || b[3] != ':' {
		return 0, false
	}
	hour, ok1 := decimal(b[1:3])
	minute, ok2 := decimal(b[4:])
	if !ok1 || !ok2 || hour > 23 || minute > 59 {
		return 0, false
	}
	if b[0] == '-' {
		return -hour*60 - minute, true
	}
	return hour*60 + minute, true
}

// duration is a number of weeks, or a date part and a time part of which one
// may be missing.
func duration(b []byte) bool {
	b, ok := bytes.CutPrefix(b, []byte("P"))
	if !ok || len(b) == 0 {
		return false
	}
	if weeks, ok := bytes.CutSuffix(b, []byte("W")); ok {
		return len(weeks) > 0 && digits(weeks) == len(weeks)
	}
	days, hours, ok := bytes.Cut(b, []byte("T"))
	if ok && len(hours) == 0 {
		return false
	}
	return amounts(days, "YMD") && amounts(hours, "HMS")
}

// amounts reports whether b is a list of numbers with their units, which must
// come in the order given.
func amounts(b []byte, units string) bool {
	for len(b) > 0 {
		n := digits(b)
		if n == 0 || n == len(b) {
			return false
		}
		for units != "" && units[0] != b[n] {
			units = units[1:]
		}
		if units == "" {
			return false
		}
		units = units[1:]
		b = b[n+1:]
	}
	return true
}

// digits returns the number of decimal digits at the start of b.
func digits(b []byte) int {
	n := 0
	for n < len(b) && isDigit(b[n]) {
		n++
	}
	return n
}

// decimal reads a few bytes, all of which must be decimal digits.
func decimal(b []byte) (n int, ok bool) {
	for _, c := range b {
		if !isDigit(c) {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
