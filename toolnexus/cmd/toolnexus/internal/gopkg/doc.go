// Package gopkg reads the tools of a user's Go package by building a small
// program inside the user's module and running it.
//
// Nothing is written into the module. The program exists in an overlay of the
// go command alone, in a folder below that of the package, so that it may import
// what is internal there. What the program says goes through files in a folder
// for temporary files, which [Program.Close] removes.
package gopkg
