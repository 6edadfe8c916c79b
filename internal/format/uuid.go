package format

// uuid is 32 hexadecimal digits in five groups. Any version and variant will
// do.
func uuid(b []byte) bool {
	if len(b) != len("123e4567-e89b-12d3-a456-426614174000") {
		return false
	}
	for i, c := range b {
		switch i {
		case 8, 13, 18, 23:
			if c != '-' {
				return false
			}
		default:
			if !isHex(c) {
				return false
			}
		}
	}
	return true
}
