// Package sample makes instances of JSON Schemas: small ones to show, and ones at
// the borders of what a schema accepts.
//
// Everything is checked with the compiled schema before it is given away, so an
// instance may be missing where a schema is hard to meet, but never wrong. The
// same schema gives the same instances every time.
package sample
