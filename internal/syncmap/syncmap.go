// Package syncmap is sync.Map with types.
package syncmap

import "sync"

// Map is a [sync.Map] whose keys and values have types. The zero value is empty
// and ready for use.
type Map[K comparable, V any] struct{ m sync.Map }

// Load returns the value of a key, if there is one.
func (m *Map[K, V]) Load(key K) (value V, ok bool) {
	v, ok := m.m.Load(key)
	if !ok {
		return value, false
	}
	return v.(V), true //nolint:errcheck,forcetypeassert // the map holds nothing else
}

// LoadOrStore returns the value of a key, after storing it if there was none.
func (m *Map[K, V]) LoadOrStore(key K, value V) (actual V, loaded bool) {
	v, loaded := m.m.LoadOrStore(key, value)
	return v.(V), loaded //nolint:errcheck,forcetypeassert // the map holds nothing else
}

// Clear empties the map.
func (m *Map[K, V]) Clear() { m.m.Clear() }

// Len counts the entries.
func (m *Map[K, V]) Len() (n int) {
	m.m.Range(func(_, _ any) bool {
		n++
		return true
	})
	return n
}
