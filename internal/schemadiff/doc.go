// Package schemadiff tells what differs between two JSON Schemas, and what that
// means for the values that they accept.
//
// Each difference has an [Effect]. Every rule is careful: what it cannot tell is
// [Altered]. So if no difference is [Narrowed] or Altered, the new schema accepts
// all that the old one accepts; and the other way round.
//
// Schemas of earlier drafts are read as what they would be today, and the nullable
// of OpenAPI is taken at its word.
package schemadiff
