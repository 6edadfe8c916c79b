package gopkg

import (
	"bytes"
	"io"
	"slices"
	"strings"
)

// holdBack passes on what a program prints, line by line, but for the last words
// of one that panics: they are told in fewer.
type holdBack struct {
	to   io.Writer
	line []byte // not at its end yet
	last []byte // from the first line of a panic on
}

// maxHeld is more than the runtime prints of a panic with one goroutine.
const maxHeld = 1 << 20

// Write implements [io.Writer].
func (h *holdBack) Write(p []byte) (int, error) {
	h.line = append(h.line, p...)
	for {
		end := bytes.IndexByte(h.line, '\n')
		if end < 0 {
			break
		}
		if err := h.take(h.line[:end+1]); err != nil {
			return 0, err
		}
		h.line = h.line[end+1:]
	}
	if len(h.line)+len(h.last) > maxHeld {
		return len(p), h.flush()
	}
	return len(p), nil
}

func (h *holdBack) take(line []byte) error {
	if len(h.last) > 0 || bytes.HasPrefix(line, []byte("panic: ")) || bytes.HasPrefix(line, []byte("fatal error: ")) {
		h.last = append(h.last, line...)
		return nil
	}
	_, err := h.to.Write(line)
	return err
}

func (h *holdBack) flush() error {
	text := slices.Concat(h.last, h.line)
	h.last, h.line = nil, nil
	_, err := h.to.Write(text)
	return err
}

// release passes on what is held.
func (h *holdBack) release() {
	// It is output of a program that has ended; where it goes to may be closed.
	_ = h.flush()
}

// panicked gives the text and the stacks of a panic that ended the program.
func (h *holdBack) panicked() (value, stack string, ok bool) {
	text := string(h.last)
	before, after, ok := strings.Cut(text, "\n\ngoroutine ")
	if !ok {
		return "", "", false
	}
	value, _, _ = strings.Cut(strings.TrimPrefix(before, "panic: "), "\n[signal ")
	return strings.TrimSpace(value), "goroutine " + after, true
}
