package format

import (
	"bytes"
	"strings"
)

// Limits of the domain name system and of mail addresses, in bytes.
const (
	maxHostname = 253
	maxLabel    = 63
	maxEmail    = 254
	maxLocal    = 64
)

// hostname is a list of labels with dots between them, and perhaps one at its
// end.
func hostname(b []byte) bool {
	b = bytes.TrimSuffix(b, []byte("."))
	if len(b) > maxHostname {
		return false
	}
	for {
		head, tail, more := bytes.Cut(b, []byte("."))
		if !label(head) {
			return false
		}
		if !more {
			return true
		}
		b = tail
	}
}

// label is one part of a host name: letters, digits and inner hyphens.
func label(b []byte) bool {
	if len(b) == 0 || len(b) > maxLabel || b[0] == '-' || b[len(b)-1] == '-' {
		return false
	}
	for _, c := range b {
		if !isAlphanumeric(c) && c != '-' {
			return false
		}
	}
	return true
}

// email is a mailbox, and after the last "@" a host name or an IP address in
// brackets.
func email(b []byte) bool {
	if len(b) > maxEmail {
		return false
	}
	at := bytes.LastIndexByte(b, '@')
	return at > 0 && mailbox(b[:at]) && mailDomain(b[at+1:])
}

func mailbox(b []byte) bool {
	if len(b) > maxLocal {
		return false
	}
	if len(b) > 1 && b[0] == '"' && b[len(b)-1] == '"' {
		return !bytes.ContainsAny(b[1:len(b)-1], `"\`)
	}
	afterDot := true // a dot may neither come first nor follow another
	for _, c := range b {
		if c == '.' && afterDot || c != '.' && !isAtomByte(c) {
			return false
		}
		afterDot = c == '.'
	}
	return !afterDot
}

func mailDomain(b []byte) bool {
	if len(b) == 0 || b[0] != '[' || b[len(b)-1] != ']' {
		return hostname(b)
	}
	b = b[1 : len(b)-1]
	if address, ok := bytes.CutPrefix(b, []byte("IPv6:")); ok {
		return ipv6(address)
	}
	return ipv4(b)
}

// ipv4 is four numbers up to 255 without leading zeros.
func ipv4(b []byte) bool {
	for range 3 {
		head, tail, ok := bytes.Cut(b, []byte("."))
		if !ok || !octet(head) {
			return false
		}
		b = tail
	}
	return octet(b)
}

func octet(b []byte) bool {
	if len(b) == 0 || len(b) > 3 || b[0] == '0' && len(b) > 1 {
		return false
	}
	n, ok := decimal(b)
	return ok && n <= 255
}

// ipv6 is eight groups of hexadecimal digits. One "::" stands for one or more
// groups of zeros, and the last two groups may be an IPv4 address. A zone is
// not a part of the address.
func ipv6(b []byte) bool {
	const all = 8
	groups, skipped := 0, false
	if rest, ok := bytes.CutPrefix(b, []byte("::")); ok {
		b, skipped = rest, true
	}
	for len(b) > 0 && groups < all {
		n := hexDigits(b)
		if n == 0 || n > 4 {
			return false
		}
		if n < len(b) && b[n] == '.' {
			groups += 2
			return groups <= all && skipped == (groups < all) && ipv4(b)
		}
		groups++
		if b = b[n:]; len(b) == 0 {
			break
		}
		if len(b) == 1 || b[0] != ':' {
			return false
		}
		if b = b[1:]; b[0] == ':' {
			if skipped {
				return false
			}
			b, skipped = b[1:], true
		}
	}
	return len(b) == 0 && skipped == (groups < all)
}

// hexDigits returns the number of hexadecimal digits at the start of b, but
// looks at no more than five.
func hexDigits(b []byte) int {
	n := 0
	for n < len(b) && n < 5 && isHex(b[n]) {
		n++
	}
	return n
}

func isHex(c byte) bool {
	return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f'
}

func isAlphanumeric(c byte) bool {
	return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// isAtomByte reports whether c may stand in a mailbox without quotes.
func isAtomByte(c byte) bool {
	return isAlphanumeric(c) || strings.IndexByte("!#$%&'*+-/=?^_`{|}~", c) >= 0
}
