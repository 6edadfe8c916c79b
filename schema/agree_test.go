package schema_test

import (
	"bytes"
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-playground/validator/v10"

	"github.com/toolnexus/go-sdk/internal/agree"
	"github.com/toolnexus/go-sdk/internal/decimal"
	"github.com/toolnexus/go-sdk/internal/jsonfield"
	"github.com/toolnexus/go-sdk/schema"
)

var (
	agreeChecks = flag.Int("agree.checks", 5000, "how many instances the agreement tests try")
	agreeSeed   = flag.Uint64("agree.seed", 1, "the seed of the agreement tests")
)

// subject describes a type in both directions.
func subject(t reflect.Type, opts ...schema.Option) (*agree.Subject, error) {
	in, err := schema.ForType(t, schema.Input, opts...)
	if err != nil {
		return nil, err
	}
	out, err := schema.ForType(t, schema.Output, opts...)
	if err != nil {
		return nil, err
	}
	return agree.SubjectOf(in, out), nil
}

// tally counts what an agreement test has seen.
type tally struct {
	t                        *testing.T
	types                    int
	fields, refused          int // random fields that could, and could not, be described
	tried, accepted, claimed int
	complete, excepted       int
	shown                    map[string]int
	failures                 int
}

func newTally(t *testing.T) *tally { return &tally{t: t, shown: map[string]int{}} }

func (c *tally) log() {
	c.t.Logf("%d types, %d tags refused, %d instances, %d accepted (%d%%), %d judged, %d complete, %d excepted",
		c.types, c.refused, c.tried, c.accepted, 100*c.accepted/max(c.tried, 1), c.claimed, c.complete, c.excepted)
	if c.failures > 0 {
		c.t.Errorf("%d failures", c.failures)
	}
}

// fail shows the first failures of each kind.
func (c *tally) fail(typ reflect.Type, doc []byte, seed uint64, kind string, err error) {
	c.failures++
	c.shown[kind]++
	if c.shown[kind] <= 1 && len(c.shown) < 12 {
		c.t.Errorf("seed %d: %v\n  schema:     %s\n  type:       %s", seed, err, doc, typeText(typ))
	}
}

func typeText(t reflect.Type) string {
	text := fmt.Sprint(t)
	const most = 3000
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

// agree tries n instances of a type.
func (c *tally) agree(typ reflect.Type, seed uint64, n int, opts ...schema.Option) {
	s, err := subject(typ, opts...)
	if err != nil {
		c.t.Errorf("%v: %v", typeText(typ), err)
		return
	}
	g, err := s.Prepare()
	if err != nil {
		c.fail(typ, s.Schema, seed, "prepare", err)
		return
	}
	c.types++
	rnd := rand.New(rand.NewPCG(seed, 7))
	for range n {
		text := g.Instance(rnd, agree.RandomMode(rnd))
		c.tried++
		result, bad := s.Try(text)
		if result.Claimed {
			c.claimed++
		}
		if bad != nil {
			c.fail(typ, s.Schema, seed, bad.Kind(), bad)
			continue
		}
		if result.Accepted {
			c.accepted++
			if len(opts) == 0 && g.Complete(result.Normal) {
				c.ownRulesHold(typ, seed, s.Schema, result)
			}
		}
	}
}

// ownRulesHold demands that a validator of the author's own, with the tags as
// they are, has nothing against a value that was accepted and that has every
// property; but for the differences that are intended.
func (c *tally) ownRulesHold(typ reflect.Type, seed uint64, doc []byte, r agree.Result) {
	c.complete++
	failed, panicked := ownRules(r.Value)
	if panicked != "" {
		c.excepted++
		if !strings.HasPrefix(panicked, "Bad field type float") { // oneof on floats is an extension
			c.fail(typ, doc, seed, panicked, fmt.Errorf("a validator with the author's tags panics: %s", panicked))
		}
		return
	}
	for _, f := range failed {
		if why := intended(f); why != "" {
			c.excepted++
			continue
		}
		c.fail(typ, doc, seed, "own rule "+f.ActualTag()+f.Kind().String(), fmt.Errorf(
			"a validator with the author's tags refuses %s: rule %s on %v, value %#v\n  text:       %s", f.StructNamespace(), f.ActualTag(), f.Type(), f.Value(), r.Normal))
	}
}

// ownRules validates a value by its tags as they are.
func ownRules(v any) (failed validator.ValidationErrors, panicked string) {
	defer func() {
		if p := recover(); p != nil {
			panicked = fmt.Sprint(p)
		}
	}()
	errors.As(validator.New().Struct(v), &failed)
	return failed, ""
}

// presenceRules are about whether a value is there. The validator asks whether
// it is zero, the check whether its key was sent.
var presenceRules = []string{
	"required_if", "required_unless", "required_with", "required_with_all", "required_without", "required_without_all",
	"excluded_if", "excluded_unless", "excluded_with", "excluded_with_all", "excluded_without", "excluded_without_all", "skip_unless",
}

// intended says why a validator may refuse what the check accepts, or "".
func intended(f validator.FieldError) string {
	kind := f.Kind()
	isNumber := kind >= reflect.Int && kind <= reflect.Float64
	switch {
	case slices.Contains(presenceRules, f.ActualTag()):
		return "whether a value is there is told by its key"
	case f.ActualTag() == "required" && (isNumber || kind == reflect.Bool):
		return "required is about the key: 0 and false are values"
	case f.ActualTag() == "required" && (kind == reflect.Struct || kind == reflect.Array):
		return "required is about the key: a value of zeros is one"
	case f.ActualTag() == "required" && (kind == reflect.Interface || kind == reflect.Invalid):
		return "null is a value where anything is"
	case f.ActualTag() == "isdefault":
		return "isdefault looks at the value that was sent, behind pointers too"
	case kind == reflect.Float32 || kind == reflect.Float64:
		return "decimals are compared exactly, and the validator sees them rounded"
	}
	return ""
}

func TestAgreeOnRandomTypes(t *testing.T) {
	t.Parallel()
	c := newTally(t)
	const perType = 100
	for i := range max(*agreeChecks/perType, 1) {
		seed := *agreeSeed*1_000_000 + uint64(i)
		typ := randomType(rand.New(rand.NewPCG(seed, 1)), c)
		c.agree(typ, seed, perType)
	}
	c.log()
	if all := c.refused + c.fields; c.refused*10 > all*6 {
		t.Errorf("%d of %d fields were refused: too little is tried", c.refused, all)
	}
}

// TestAgreeOnEveryRule tries each rule and each word of the tags alone.
func TestAgreeOnEveryRule(t *testing.T) {
	t.Parallel()
	c := newTally(t)
	seed := *agreeSeed * 1_000_000
	for _, kind := range randomKinds {
		var tags []string
		for _, rule := range kind.rules {
			tags = append(tags, fmt.Sprintf("validate:%q", ruleOf(rule)))
		}
		for _, words := range kind.words {
			tags = append(tags, fmt.Sprintf("jsonschema:%q", words))
		}
		for _, tag := range tags {
			f := reflect.StructField{Name: "F", Type: kind.typ, Tag: reflect.StructTag(`json:"f" ` + tag)}
			if !acceptable(f) {
				c.refused++
				continue
			}
			seed++
			c.agree(reflect.StructOf([]reflect.StructField{f}), seed, max(*agreeChecks/400, 10))
		}
	}
	c.log()
}

func TestAgreeOnNamedTypes(t *testing.T) {
	t.Parallel()
	c := newTally(t)
	for i, typ := range namedTypes {
		n := max(*agreeChecks/len(namedTypes)/2, 20)
		if typ == typeOf[house]() { // it alone has most keywords
			n *= 10
		}
		c.agree(typ, *agreeSeed*1_000_000+uint64(i), n)
	}
	for i, opt := range []schema.Option{schema.Exact(), schema.Strict(), schema.AllowUnknown()} {
		for _, typ := range []reflect.Type{typeOf[wire](), typeOf[embedding](), typeOf[crossed](), typeOf[defaults]()} {
			c.agree(typ, *agreeSeed*1_000_000+uint64(i), max(*agreeChecks/60, 20), opt)
		}
	}
	c.log()
}

// namedAndRandom are the named types and n random ones.
func namedAndRandom(t *testing.T, n int) []reflect.Type {
	types := append([]reflect.Type{}, namedTypes...)
	c := newTally(t)
	for i := range n {
		types = append(types, randomType(rand.New(rand.NewPCG(*agreeSeed*1_000_000+uint64(i), 2)), c))
	}
	return types
}

// TestOutputAgrees encodes random values: the output schema must accept what is
// written, and nil lists and maps must not be null.
func TestOutputAgrees(t *testing.T) {
	t.Parallel()
	c := newTally(t)
	for i, typ := range namedAndRandom(t, *agreeChecks/200) {
		for _, opts := range [][]schema.Option{nil, {schema.OutputRules()}} {
			c.encode(typ, uint64(i), 40, opts)
		}
	}
	c.log()
}

func (c *tally) encode(typ reflect.Type, seed uint64, n int, opts []schema.Option) {
	out, err := schema.ForType(typ, schema.Output, opts...)
	if err != nil {
		if opts == nil {
			c.t.Errorf("%s: %v", typeText(typ), err)
		}
		c.refused++
		return
	}
	judge, err := agree.NewOracle(out.JSON())
	if err != nil {
		c.fail(typ, out.JSON(), seed, "output schema", err)
		return
	}
	c.types++
	rnd := rand.New(rand.NewPCG(seed, 3))
	for range n {
		v := reflect.New(typ)
		fill(rnd, v.Elem(), 0)
		c.tried++
		text, err := encoded(out, v.Interface())
		var invalid *schema.InvalidError
		if opts != nil && errors.As(err, &invalid) {
			continue
		}
		c.accepted++
		if err == nil {
			err = judge.Refuses(text)
		}
		if err == nil {
			err = nullsIn(typ, text)
		}
		if err != nil {
			kind, _, _ := strings.Cut(err.Error()[strings.LastIndex(err.Error(), "': ")+3:], " ")
			c.fail(typ, out.JSON(), seed, fmt.Sprint(opts == nil, kind), fmt.Errorf("output, all rules %v, %s: %w", opts != nil, text, err))
		}
	}
}

func encoded(out *schema.Schema, v any) (text []byte, err error) {
	err = out.Encode(context.Background(), v, func(b []byte) { text = append(text, b...) })
	return text, err
}

// nullsIn reports a null where a list, a map or bytes belong.
func nullsIn(t reflect.Type, text []byte) error {
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	return nullLists(t, v, "")
}

func nullLists(t reflect.Type, v any, path string) error {
	for t.Kind() == reflect.Pointer {
		if v == nil {
			return nil
		}
		t = t.Elem()
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Marshaler]()) || reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextMarshaler]()) || samples[t] != nil {
		return nil
	}
	var errs []error
	switch t.Kind() {
	case reflect.Slice, reflect.Map:
		if v == nil {
			return fmt.Errorf("null at %q", path)
		}
		list, _ := v.([]any)
		for i, e := range list {
			errs = append(errs, nullLists(t.Elem(), e, fmt.Sprint(path, "/", i)))
		}
		entries, _ := v.(map[string]any)
		for name, e := range entries {
			errs = append(errs, nullLists(t.Elem(), e, path+"/"+name))
		}
	case reflect.Struct:
		members, _ := v.(map[string]any)
		for _, f := range jsonfield.Of(t).Fields {
			if e, ok := members[f.Name]; ok && !f.Quoted {
				errs = append(errs, nullLists(f.Type, e, path+"/"+f.Name))
			}
		}
	}
	return errors.Join(errs...)
}

// The node program judges a batch of schemas and texts with ajv.
const ajvProgram = `
const dir = process.argv[1] + '/node_modules/';
const Ajv = require(dir + 'ajv/dist/2020').default;
const batch = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const out = batch.map(({schema, texts}) => {
	const ajv = new Ajv({strict: false, validateFormats: false, allErrors: false, logger: false});
	try {
		const validate = ajv.compile(JSON.parse(schema));
		return texts.map(text => validate(JSON.parse(text)));
	} catch (e) { return String(e); }
});
console.log(JSON.stringify(out));
`

// ajvCase is a schema with texts, and whether the check accepts them.
type ajvCase struct {
	Schema string   `json:"schema"`
	Texts  []string `json:"texts"`
	accept []bool
	typ    reflect.Type
}

// TestAjvAgrees asks a second validator, written by others for another
// language. It needs node, and AJV_DIR to name a folder with ajv in its
// node_modules.
func TestAjvAgrees(t *testing.T) {
	dir := os.Getenv("AJV_DIR")
	node, err := exec.LookPath("node")
	if dir == "" || err != nil {
		t.Skip("no node, or AJV_DIR does not name a folder with ajv")
	}
	var cases []ajvCase
	aside := 0
	for i, typ := range namedAndRandom(t, *agreeChecks/100) {
		c, n := ajvTexts(t, typ, uint64(i), 60)
		aside += n
		if len(c.Texts) > 0 {
			cases = append(cases, c)
		}
	}
	input, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), node, "-e", ajvProgram, dir)
	cmd.Stdin = bytes.NewReader(input)
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, output)
	}
	var verdicts []json.RawMessage
	if err := json.Unmarshal(output, &verdicts); err != nil {
		t.Fatal(err)
	}
	judged := 0
	for i, c := range cases {
		var accepts []bool
		if err := json.Unmarshal(verdicts[i], &accepts); err != nil {
			t.Errorf("ajv does not compile %s: %s", c.Schema, verdicts[i])
			continue
		}
		for j, ok := range accepts {
			if judged++; ok != c.accept[j] {
				t.Errorf("ajv accepts: %v, the check: %v\n  text:   %s\n  schema: %s", ok, c.accept[j], c.Texts[j], c.Schema)
			}
		}
	}
	t.Logf("%d texts judged, %d set aside", judged, aside)
}

// ajvTexts makes texts that ajv is able to judge as the standard has it. Set
// aside are texts with numbers that a double does not hold, and those about
// which JSON Schema or ajv without formats has nothing to say.
func ajvTexts(t *testing.T, typ reflect.Type, seed uint64, n int) (c ajvCase, aside int) {
	s, err := subject(typ)
	if err != nil {
		t.Fatal(err)
	}
	g, err := s.Prepare()
	if err != nil {
		t.Fatal(err)
	}
	c = ajvCase{Schema: string(s.Schema), typ: typ}
	for _, beyond := range []string{`"contentSchema"`, `"multipleOf":0.`, `"anyOf":[{"format"`, `"not":{"format"`, "__proto__"} {
		if strings.Contains(c.Schema, beyond) {
			return c, n
		}
	}
	rnd := rand.New(rand.NewPCG(seed, 4))
	for range n {
		mode := agree.RandomMode(rnd)
		mode.Plain = true // fewer numbers beyond a double
		normal, r := s.Normalize(g.Instance(rnd, mode))
		refuses, claimed := agree.Claim(r)
		onlyFormat := refuses
		for _, p := range r.Problems {
			onlyFormat = onlyFormat && (p.Rule == "format" || p.Rule == "duration")
		}
		if !claimed || onlyFormat || bytes.Contains(normal, []byte("__proto__")) || !doubles(normal) {
			aside++
			continue
		}
		c.Texts = append(c.Texts, string(normal))
		c.accept = append(c.accept, !refuses)
	}
	return c, aside
}

// doubles reports whether every number of a text is what a double makes of it.
func doubles(text []byte) bool {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	for {
		token, err := dec.Token()
		if err != nil {
			return true
		}
		n, ok := token.(json.Number)
		if !ok {
			continue
		}
		f, err := n.Float64()
		if err != nil || math.Abs(f) > 1<<53 {
			return false
		}
		if decimal.Parse([]byte(n)).Cmp(decimal.Parse(strconv.AppendFloat(nil, f, 'g', -1, 64))) != 0 {
			return false
		}
	}
}
