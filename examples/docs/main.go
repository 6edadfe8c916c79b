// Docs writes the reference of a program's tools: Markdown for a repository, one
// HTML page for readers, and JSON for programs.
//
//	go run ./examples/docs FOLDER
//
// The folder reference beside this file holds what it writes, and a test keeps it
// fresh.
package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/docs"
	"github.com/toolnexus/go-sdk/typed"
)

// Search is what to look for.
type Search struct {
	Words    []string `json:"words" validate:"min=1,max=5,unique,dive,min=2" jsonschema:"All of them must be in the title or the name of an author"`
	Language string   `json:"language,omitempty" validate:"omitempty,len=2" jsonschema:"Two letters as in ISO 639,default=en,example=pt"`
	Since    int      `json:"since,omitempty" validate:"omitempty,gte=1450,lte=2100" jsonschema:"The first year of publication that counts"`
}

// Book is a book of the library.
type Book struct {
	ISBN    string   `json:"isbn" jsonschema:"pattern=^[0-9]{13}$"`
	Title   string   `json:"title"`
	Authors []string `json:"authors"`
	Copies  uint8    `json:"copies" jsonschema:"How many can be lent now"`
}

// Books is what was found.
type Books struct {
	Books []Book `json:"books" validate:"max=20"`
}

// Loan is what is lent to whom.
type Loan struct {
	ISBN   string `json:"isbn" jsonschema:"pattern=^[0-9]{13}$,example=9780140449136"`
	Reader Reader `json:"reader"`
	Days   int    `json:"days,omitempty" validate:"min=1,max=28" jsonschema:"default=14"`
	Pickup string `json:"pickup,omitempty" validate:"omitempty,oneof=desk locker" jsonschema:"Where the book waits for its reader"`
}

// Reader is somebody who has a card.
type Reader struct {
	Card  string `json:"card" jsonschema:"As printed on the card,pattern=^[0-9]{8}$,example=20417733"`
	Email string `json:"email,omitempty" validate:"omitempty,email" jsonschema:"For a reminder\\, two days before the end"`
}

// Lent says what became of a loan.
type Lent struct {
	Due time.Time `json:"due"`
}

// Shelf is a place for books, with shelves inside it.
type Shelf struct {
	Label string            `json:"label"`
	Notes map[string]string `json:"notes,omitempty"`
	Inner []Shelf           `json:"inner,omitempty" jsonschema:"From left to right"`
}

// tools are the tools of this program.
func tools() []toolnexus.Tool {
	search := typed.MustDefine("find_books", "Finds books of the library.\n\nThe `copies` of a book say how many can be lent now.",
		func(context.Context, Search) (Books, error) { return Books{}, nil },
		typed.Hints(toolnexus.ToolHints{ReadOnly: new(true)}))
	lend := typed.MustDefine("lend_book", "Lends a book to a reader.",
		func(context.Context, Loan) (Lent, error) { return Lent{}, errors.New("the library is closed") })
	label := typed.MustDefine("label_shelves", "Prints new labels for a shelf and all shelves inside it.",
		func(context.Context, Shelf) (typed.Text, error) { return "printed", nil })
	return []toolnexus.Tool{search, lend, label}
}

// write documents the tools in a folder.
func write(folder string) error {
	reference, err := docs.Options{
		Title: "Tools of the library",
		Intro: "What an assistant can do for the readers of the library, and for those who work there.",
	}.New(tools()...)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	files := maps.Collect(reference.MarkdownFiles()) // README.md, and one for each tool
	files["tools.html"] = reference.HTML()
	files["tools.json"] = reference.JSON()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Println(name)
		if err := root.WriteFile(name, files[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run writes into the folder that is named, or into one that is thrown away.
func run(args []string) error {
	if len(args) > 0 {
		return write(args[0])
	}
	folder, err := os.MkdirTemp("", "reference")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	return write(folder)
}
