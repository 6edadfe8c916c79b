// Package faults lists what often goes wrong with tools of typed functions, and the
// tests that show it right here. It has only tests.
package faults_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write faults.md")

const root = "../.."

// kinds are kinds of faults in the order of how much they matter, with the letters
// and numbers in the names of the tests that are about them.
var kinds = []struct{ fault, right, cases string }{
	{"schema and check are out of step", "one model of a type is published and enforced", "REQ04 VAL23 VAL24"},
	{"`required` refuses a 0, false or \"\" that is there", "required is about the key; only an empty text is none", "REQ01 REQ02"},
	{"null for what is optional, required or an item", "null is absent for an optional key, and refused elsewhere", "REQ10 REQ11 REQ12"},
	{"empty or null arguments", "they are {}, which is checked like any arguments", "LLM01 LLM02 INS06"},
	{"numbers, booleans, lists and objects in strings", "they are read where the field can be no string, and nowhere else", "LLM03 LLM04 LLM05 LLM06"},
	{"rules that the model is not told", "each rule of a validate tag is in the schema, or in the description", "VAL01 VAL02 VAL03 VAL04 VAL21"},
	{"unknown and misspelt keys are dropped", "they are refused, with the name that was meant", "TAG06 LLM11"},
	{"nil slices, maps and pointers as results become null", "lists are [], maps {}", "OUT01 OUT02"},
	{"recursive types", "they are a reference, and a type used twice is not recursive", "REC01 REC03 REC05"},
	{"what a provider refuses", "schemas are rewritten for each provider, and each loss is told", "INS09 INS10 DESC11 PRV01 PRV02 PRV05"},
	{"errors that a model cannot act on", "all problems at once, with JSON paths and without Go", "VAL25 LLM12 LLM13"},
	{"descriptions cut at a comma, keywords lost", "tags are read whole, or refused when the tool is defined", "DESC01 DESC04 DESC05"},
	{"types with a form as text", "they are published and checked as that text", "TYP12 TYP13 TYP14 TYP16 TYP17"},
	{"types with JSON of their own", "they describe themselves, or are taken for anything", "TYP19"},
	{"panics", "handlers, rules and marshallers cannot end the process; bad tags are found when the tool is defined", "RUN01 VAL13 VAL05 VAL15"},
	{"big integers lose digits", "numbers are read and written digit by digit", "TYP09 OUT13 PRV08"},
	{"times that are nearly right, durations in nanoseconds", "times are held to RFC 3339, durations are text such as 1h30m", "TYP01 TYP02"},
	{"results quoted twice, with HTML escapes", "a string is its own text, and nothing is escaped for HTML", "OUT04 OUT05"},
	{"structs in lists without `dive`, optional structs checked when absent", "what is there is checked, what is absent is not", "VAL19 VAL20 REQ21"},
	{"truncated or glued JSON made into an action", "it is never mended", "LLM07 LLM09"},
	{"embedding and shadowing", "fields are those that encoding/json sees", "EMB01 EMB02 EMB03 EMB06"},
	{"generic types and types of one name", "each has a definition of its own with a name that providers take", "GEN01 NAM01"},
	{"keys in another case, repeated keys, hidden fields", "keys match exactly and once, hidden fields cannot be set", "TAG02 TAG03 TAG04"},
	{"inputs that are no struct; interfaces, channels, functions", "what has no schema is refused when the tool is defined", "INS01 INS02 INS04 INS05 TYP22"},
	{"3.0 and 1e3 for integers, sized integers, defaults", "whole numbers are integers, sizes are bounds, defaults are filled in", "TYP07 TYP08 REQ19"},
}

// wants are what people ask for who give Go functions to models, with tests by
// package and name.
var wants = []struct{ want, tests string }{
	{"constraints written once, in the schema and enforced alike", "schema.TestAgreeOnRandomTypes schema.TestAgreeOnEveryRule schema.TestOutputAgrees schema.TestAjvAgrees internal/rules.TestEveryValidatorRule internal/seededfaults.TestTheAgreementTestsFindSeededFaults"},
	{"recursive types", "typed.TestCaseREC01RecursiveTypes typed.TestCaseREC01DeepArgumentsDoNoHarm internal/dialect.TestConforms"},
	{"a schema that every provider takes", "schema.TestAgreeInDialects internal/dialect.TestConforms internal/interop/npm.TestGoogle internal/interop/npm.TestOpenAIStrict internal/interop/npm.TestAnthropicStrict internal/interop/geminipb.TestSchemas"},
	{"errors that a model can act on: all, with their places, as a result", "typed.TestCaseLLM13EveryFaultAtOnce typed.TestCaseVAL25TextForTheModel internal/plan.TestEveryProblemIsReportedInDocumentOrder"},
	{"identifiers of 64 bits, exactly", "typed.TestCaseTYP09BigIntegers typed.TestCaseOUT13BigIntegersInTheResult typed.TestCasePRV08ArgumentsFromMaps"},
	{"what models really send, without losing strictness", "internal/plan.TestLeniencies typed.TestCaseLLM03NumbersAndBooleansInStrings typed.TestCaseLLM05TextThatLooksLikeJSONStaysText toolnexus.TestAgreeInStrictMode"},
	{"types with JSON of their own, described as they are written", "typed.TestCaseTYP19CustomJSONThatDescribesItself typed.TestCaseTYP14IPAddresses typed.TestCaseTYP13UUID typed.TestCaseEMB01EmbeddedStructsArePromoted"},
	{"panics contained, and a timeout for each tool", "typed.TestCaseRUN01PanicInTheHandler typed.TestTimeout toolnexus.TestCallTurnsAPanicIntoAnErrorResult"},
	{"the approval of a person, after the checks and for what then runs", "typed.TestRequireApproval typed.TestAnswersThatDoNotCountRunNothing toolnexus/pending.TestAnswerMismatch examples/approval.TestTheServiceMayDieBetweenQuestionAndAnswer"},
	{"a contract that is kept: snapshots, typed callers, no unmarshalling by hand", "schema/schematest.TestSnapshot internal/snapshot.TestReport schema.TestDiffRules internal/schemadiff.TestAgree typed.TestCallsAreTypedBothWays typed.TestCallReadsWhatOthersWrite"},
}

// TestFaults: each kind of fault and each want has tests, and faults.md lists them.
func TestFaults(t *testing.T) {
	all := tests(t)
	var b strings.Builder
	b.WriteString("# What goes wrong elsewhere, and the tests that show it right here\n\n" +
		"This file is generated by a test; run it with -update after a change.\n\n" +
		"| often wrong | right here | tests |\n| --- | --- | --- |\n")
	for _, k := range kinds {
		var found []function
		for id := range strings.FieldsSeq(k.cases) {
			of := about(all, id)
			if len(of) == 0 {
				t.Errorf("%s: no test of %s", k.fault, id)
			}
			found = append(found, of...)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", k.fault, k.right, links(found))
	}
	b.WriteString("\n## What people ask for\n\n| want | tests |\n| --- | --- |\n")
	for _, w := range wants {
		var found []function
		for name := range strings.FieldsSeq(w.tests) {
			i := slices.IndexFunc(all, func(f function) bool { return path.Dir(f.file)+"."+f.name == name })
			if i < 0 {
				t.Errorf("%s: there is no test %s", w.want, name)
				continue
			}
			found = append(found, all[i])
		}
		fmt.Fprintf(&b, "| %s | %s |\n", w.want, links(found))
	}
	keepsFile(t, "faults.md", b.String())
}

// function is a test.
type function struct{ file, name, text string }

// tests are all test functions below the root, in the order of files.
func tests(t *testing.T) (all []function) {
	t.Helper()
	fset := token.NewFileSet()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case !strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		file, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		for _, decl := range parsed.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if ok && f.Recv == nil && (strings.HasPrefix(f.Name.Name, "Test") || strings.HasPrefix(f.Name.Name, "Fuzz")) {
				start, end := fset.Position(f.Pos()).Offset, fset.Position(f.End()).Offset
				all = append(all, function{filepath.ToSlash(file), f.Name.Name, string(text[start:end])})
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// about are the tests that have a case in their names, such as REQ01, or write of
// it as REQ-01.
func about(all []function, id string) (found []function) {
	named := regexp.MustCompile(`^TestCase` + id + `[^0-9]`)
	written := id[:len(id)-2] + "-" + id[len(id)-2:]
	for _, f := range all {
		if named.MatchString(f.name) || strings.Contains(f.text, written+" ") {
			found = append(found, f)
		}
	}
	return found
}

func links(found []function) string {
	var texts []string
	for _, f := range found {
		texts = append(texts, fmt.Sprintf("[%s](../../%s)", strings.TrimPrefix(strings.TrimPrefix(f.name, "TestCase"), "Test"), f.file))
	}
	slices.Sort(texts)
	return strings.Join(slices.Compact(texts), " ")
}

func keepsFile(t *testing.T, name, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(kept) != text {
		t.Errorf("%s is out of date; it should be\n%s", name, text)
	}
}
