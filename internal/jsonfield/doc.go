// Package jsonfield knows which fields encoding/json sees in a Go struct, and
// under which names.
//
// It is the only place of the module that reads json tags and applies the
// rules for embedded structs. Schema, validation and decoding all ask it, so
// they cannot come to different answers:
//
//	type Page struct {
//		Size int `json:"size,omitempty"`
//	}
//	type Search struct {
//		Page
//		Query string `json:"query"`
//	}
//	s := jsonfield.Of(reflect.TypeFor[Search]())
//	// s.Fields: size (index 0.0), query (index 1)
//
// The answer follows encoding/json in every detail, also where a struct
// probably says something its author did not mean. Such places are listed in
// [Struct.Problems]; whether a problem is fatal is for the caller to decide.
//
// Types that write their own JSON, such as time.Time, are not special here:
// the caller must look for their methods first.
package jsonfield
