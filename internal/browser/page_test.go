package browser_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/toolnexus/go-sdk/internal/browser"
	"github.com/toolnexus/go-sdk/schema"
	"github.com/toolnexus/go-sdk/toolnexus"
	"github.com/toolnexus/go-sdk/toolnexus/docs"
)

var shots = flag.String("shots", "", "folder for pictures of the pages")

// sizes are the windows that pages are opened in.
var sizes = []struct {
	name          string
	width, height int64
}{
	{"desktop", 1280, 900},
	{"phone", 375, 812},
}

const hostile = `</script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 2"><svg onload="window.hacked = 3">` +
	`</style></pre></code></p></article></main> [a](javascript:window.hacked=4) http://x.example/ ` + "\u202eesrever\u2028" + `<!-- <iframe src="http://x.example/">`

func tool(name, description, input string) toolnexus.Tool {
	return toolnexus.Tool{
		Name: name, Description: description, InputSchema: json.RawMessage(input), Source: toolnexus.SourceMCP,
		Execute: func(context.Context, json.RawMessage) toolnexus.ToolResult { return toolnexus.ToolResult{} },
	}
}

const lendSchema = `{"type": "object", "properties": {
	"isbn": {"type": "string", "description": "As on the back of the book", "pattern": "^[0-9]{13}$", "examples": ["9780140449136"]},
	"reader": {"type": "object", "properties": {
		"card": {"type": "string", "minLength": 8, "examples": ["20417733"]},
		"email": {"type": "string", "format": "email", "deprecated": true}
	}, "required": ["card"]},
	"days": {"type": "integer", "minimum": 1, "maximum": 28, "default": 14},
	"pickup": {"oneOf": [
		{"title": "At the desk", "type": "object", "properties": {"desk": {"enum": ["north", "south"]}}, "required": ["desk"]},
		{"title": "In a locker", "type": "object", "properties": {"locker": {"type": "integer"}}, "required": ["locker"], "additionalProperties": false}
	]},
	"note": {"type": "string", "pattern": "^(aVeryLongPatternWithoutAnySpaceInIt|aVeryLongPatternWithoutAnySpaceInIt|aVeryLongPatternWithoutAnySpaceInIt)$"}
}, "required": ["isbn", "reader"], "additionalProperties": false, "if": {"required": ["note"]}, "then": {"required": ["days"]}}`

const treeSchema = `{"type": "object", "properties": {"root": {"$ref": "#/$defs/Shelf"}}, "required": ["root"], "$defs": {
	"Shelf": {"type": "object", "description": "A shelf.", "properties": {
		"label": {"type": "string"}, "inner": {"type": "array", "items": {"$ref": "#/$defs/Shelf"}}
	}, "required": ["label"]}}}`

func hostileSchema(t *testing.T) string {
	t.Helper()
	return strings.ReplaceAll(`{"type":"object","title":@,"description":@,"properties":{@:{"type":"string","pattern":@,"format":@,"default":@,"title":@,"description":@},
		"e":{"enum":[@,1]},"f":{"$ref":"#/$defs/x"},"g":{"$ref":"#/$defs/x"}},"patternProperties":{@:{"x-more":@}},"$defs":{"x":{"title":@,"type":"object","properties":{@:{}}}},"examples":[{"e":@}]}`,
		"@", jsonOf(t, hostile))
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func newPage(t *testing.T, tools ...toolnexus.Tool) []byte {
	t.Helper()
	r, err := docs.Options{Title: "Tools of the library", Intro: "What an assistant can do for the readers of the library."}.New(tools...)
	if err != nil {
		t.Fatal(err)
	}
	return r.HTML()
}

func library(t *testing.T) []byte {
	t.Helper()
	lend := tool("lend_book", "Lends a book to a reader.\n\nThe `card` must be valid.", lendSchema)
	lend.Hints = &toolnexus.ToolHints{Title: "Lend a book", ReadOnly: new(false)}
	lend.OutputSchema = json.RawMessage(`{"type":"object","properties":{"due":{"type":"string","format":"date"}},"required":["due"]}`)
	return newPage(t, tool("ping", "Answers.", `{"type":"object","properties":{}}`), lend, tool("label_shelves", "Prints labels.", treeSchema))
}

func everySize(t *testing.T, test func(t *testing.T, w *browser.Window)) {
	t.Helper()
	for _, size := range sizes {
		t.Run(size.name, func(t *testing.T) {
			w := browser.Open(t, size.width, size.height)
			test(t, w)
			if notes := w.Notes(); len(notes) > 0 {
				t.Errorf("the page did what it must not do: %q", notes)
			}
		})
	}
}

// openAll opens all that can be opened.
func openAll(w *browser.Window) {
	w.Exec(`document.querySelectorAll("details").forEach((d) => { d.open = true })`)
	browser.Eval[bool](w, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
}

// No text of a tool runs, loads or leaves its place.
func TestHostileTextIsText(t *testing.T) {
	page := newPage(t, tool("t", hostile, hostileSchema(t)), tool("last", "The last one.", `{"type":"object"}`))
	everySize(t, func(t *testing.T, w *browser.Window) {
		w.Show(page, "")
		openAll(w)
		if browser.Eval[bool](w, `"hacked" in window`) {
			t.Error("a script of the tool ran")
		}
		if n := browser.Eval[int](w, `document.querySelectorAll("img, svg, iframe, main script, article style").length`); n != 0 {
			t.Errorf("%d elements came out of a text", n)
		}
		if n := browser.Eval[int](w, `document.querySelectorAll("main > article").length`); n != 2 {
			t.Errorf("%d articles, want 2", n)
		}
		fits(t, w)
	})
}

// Should a script get into the page in some way, it does not run.
func TestPolicy(t *testing.T) {
	w := browser.Open(t, 1280, 900)
	page := strings.Replace(string(library(t)), "<h1>", `<script>window.hacked = 1</script><b onclick="window.hacked = 2" style="color:red">x</b><h1>`, 1)
	w.Show([]byte(page), "")
	w.Exec(`document.querySelector("b").click()`)
	if browser.Eval[bool](w, `"hacked" in window`) {
		t.Error("the policy let a script run")
	}
	if got := browser.Eval[string](w, `getComputedStyle(document.querySelector("b")).color`); got == "rgb(255, 0, 0)" {
		t.Error("the policy let a style in")
	}
	if len(w.Notes()) < 3 {
		t.Errorf("got %q, want three violations", w.Notes())
	}
}

// fits fails if the page is wider than the window.
func fits(t *testing.T, w *browser.Window) {
	t.Helper()
	if over := browser.Eval[int](w, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		wide := browser.Eval[[]string](w, `[...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + "." + e.className + " " + e.textContent.slice(0, 40)).slice(0, 8)`)
		t.Errorf("the page is %d pixels too wide; beyond the edge: %q", over, wide)
	}
}

func TestPageFits(t *testing.T) {
	page := library(t)
	everySize(t, func(t *testing.T, w *browser.Window) {
		w.Show(page, "")
		fits(t, w)
		openAll(w)
		fits(t, w)
	})
}

func TestSearch(t *testing.T) {
	page := library(t)
	visible := func(w *browser.Window) string {
		return strings.Join(browser.Eval[[]string](w, `[...document.querySelectorAll("main > article")].filter((a) => !a.hidden).map((a) => a.id)`), " ")
	}
	everySize(t, func(t *testing.T, w *browser.Window) {
		w.Show(page, "")
		if got := visible(w); got != "ping lend_book label_shelves" {
			t.Fatalf("got %s", got)
		}
		w.Type("/")
		if got := browser.Eval[string](w, `document.activeElement.id`); got != "-search" {
			t.Fatalf("slash gives the focus to %q", got)
		}
		w.Type("card")
		w.Wait(`document.getElementById("-count").textContent === "1 tool, 1 field"`)
		if got := visible(w); got != "lend_book" {
			t.Errorf("got %s, want lend_book", got)
		}
		w.Press(kb.ArrowDown)
		w.Press(kb.ArrowDown)
		if got := browser.Eval[string](w, `document.activeElement.getAttribute("href")`); got != "#lend_book.reader.card" {
			t.Errorf("two steps down is %q", got)
		}
		w.Press(kb.Enter)
		w.Wait(`location.hash === "#lend_book.reader.card"`)
		inView(t, w, "lend_book.reader.card")
		w.Type("/")
		w.Press(kb.Escape)
		w.Wait(`document.getElementById("-search").value === ""`)
		if got := visible(w); got != "ping lend_book label_shelves" {
			t.Errorf("after Escape: %s", got)
		}
		w.Type("nothing like this")
		w.Wait(`document.getElementById("-count").textContent === "0 tools, 0 fields"`)
		w.Press(kb.Escape)
		w.Type("shelf desk")
		w.Wait(`document.getElementById("-count").textContent === "0 tools, 0 fields"`)
	})
}

// inView fails if a reader does not see the element.
func inView(t *testing.T, w *browser.Window, id string) {
	t.Helper()
	w.Wait(fmt.Sprintf(`(() => {
		const box = document.getElementById(%q).getBoundingClientRect(), top = document.querySelector(".top").getBoundingClientRect().bottom;
		return box.top >= top - 1 && box.top < innerHeight / 2;
	})()`, id))
}

func TestAnchors(t *testing.T) {
	page := library(t)
	everySize(t, func(t *testing.T, w *browser.Window) {
		for _, id := range []string{"lend_book", "lend_book.reader.card", "lend_book.pickup.locker", "lend_book/output.due", "label_shelves/input/Shelf"} {
			w.Show(page, "#"+id)
			inView(t, w, id)
			if got := browser.Eval[string](w, `document.querySelector(":target").id`); got != id {
				t.Errorf("got target %q, want %q", got, id)
			}
		}
		// What the search hides comes back when a link leads to it.
		w.Type("/")
		w.Type("ping")
		w.Wait(`document.getElementById("lend_book").hidden`)
		w.Exec(`(location.hash = "#lend_book.days")`)
		w.Wait(`!document.getElementById("lend_book").hidden`)
		inView(t, w, "lend_book.days")
		dead := browser.Eval[[]string](w, `[...document.querySelectorAll("a")].map((a) => a.getAttribute("href")).filter((h) => h[0] !== "#" || !document.getElementById(decodeURIComponent(h.slice(1))))`)
		if len(dead) > 0 {
			t.Errorf("links that lead nowhere: %q", dead)
		}
	})
}

// Everything can be reached and used with the keyboard alone.
func TestKeyboard(t *testing.T) {
	page := library(t)
	everySize(t, func(t *testing.T, w *browser.Window) {
		w.Show(page, "")
		w.Press(kb.Tab)
		if got := browser.Eval[string](w, `document.activeElement.className`); got != "skip" {
			t.Errorf("the first stop is %q", got)
		}
		w.Press(kb.Enter)
		w.Wait(`document.activeElement.id === "-main"`)
		seen := map[string]bool{}
		for range 200 {
			w.Press(kb.Tab)
			at := browser.Eval[string](w, `(() => {
				const e = document.activeElement, box = e.getBoundingClientRect();
				if (e === document.body) return "";
				if (box.width === 0 || getComputedStyle(e).outlineStyle === "none") return "hidden";
				return e.tagName + " " + (e.getAttribute("href") || e.getAttribute("aria-label") || e.textContent);
			})()`)
			if at == "" || seen[at] {
				break
			}
			if at == "hidden" {
				t.Error("a stop is not seen")
			}
			seen[at] = true
		}
		for _, want := range []string{"A #lend_book", "A #lend_book.reader.card", "SUMMARY Schema", "BUTTON Copy example arguments of lend_book"} {
			if !seen[want] {
				t.Errorf("the keyboard does not reach %q", want)
			}
		}
		w.Exec(`document.querySelector("#lend_book details summary").focus()`)
		w.Press(kb.Enter)
		w.Wait(`document.querySelector("#lend_book details").open`)
	})
}

func TestThemes(t *testing.T) {
	page := library(t)
	everySize(t, func(t *testing.T, w *browser.Window) {
		theme(w, "light")
		w.Show(page, "")
		const back, click = `getComputedStyle(document.documentElement).backgroundColor`, `document.getElementById("-theme").click()`
		light := browser.Eval[string](w, back)
		w.Exec(click)
		dark := browser.Eval[string](w, back)
		if light == dark {
			t.Errorf("both themes have the background %s", light)
		}
		if got := browser.Eval[string](w, `document.getElementById("-theme").textContent`); got != "Light theme" {
			t.Errorf("the button says %q", got)
		}
		w.Do(chromedp.Reload())
		if got := browser.Eval[string](w, back); got != dark {
			t.Errorf("the choice is forgotten: %s", got)
		}
		w.Exec(click)
		if got := browser.Eval[string](w, back); got != light {
			t.Errorf("got %s, want %s", got, light)
		}
		w.Exec(`localStorage.clear()`)
		theme(w, "dark")
		w.Do(chromedp.Reload())
		if got := browser.Eval[string](w, back); got != dark {
			t.Errorf("the theme of the system is %s, want %s", got, dark)
		}
	})
}

// theme sets what the system prefers.
func theme(w *browser.Window, name string) {
	browser.Call(w, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}, {Name: "prefers-reduced-motion", Value: "reduce"}},
	})
}

// Each button puts the JSON beside it on the clipboard.
func TestCopy(t *testing.T) {
	page := library(t)
	everySize(t, func(t *testing.T, w *browser.Window) {
		w.Show(page, "")
		openAll(w)
		w.Exec(`document.addEventListener("copy", () => { window.copied = String(getSelection()) || document.activeElement.value })`)
		browser.Eval[bool](w, `(() => {
			const write = navigator.clipboard.writeText.bind(navigator.clipboard);
			navigator.clipboard.writeText = (text) => { window.copied = text; return write(text); };
			return true;
		})()`)
		count := browser.Eval[int](w, `document.querySelectorAll("button.copy").length`)
		if count < 8 {
			t.Errorf("%d buttons", count)
		}
		for i := range count {
			w.Exec(fmt.Sprintf(`window.copied = ""; document.querySelectorAll("button.copy")[%d].click()`, i))
			w.Wait(fmt.Sprintf(`document.querySelectorAll("button.copy")[%d].textContent === "Copied"`, i))
			got := browser.Eval[string](w, `window.copied`)
			if want := browser.Eval[string](w, fmt.Sprintf(`document.querySelectorAll("button.copy")[%d].parentElement.querySelector("pre").textContent`, i)); got != want || !json.Valid([]byte(got)) {
				t.Errorf("button %d copies %q, want %q", i, got, want)
			}
		}
		w.Wait(`document.getElementById("-said").textContent === "copied"`)
	})
}

// The renderings stand side by side where there is room, and are tabs where there
// is none.
func TestRenderings(t *testing.T) {
	page := library(t)
	// What is more than a sentence.
	const boxes = `[...document.querySelectorAll("#lend_book .renderings > section:not(.brief)")].filter((s) => s.checkVisibility()).map((s) => s.getBoundingClientRect())`
	everySize(t, func(t *testing.T, w *browser.Window) {
		w.Show(page, "")
		openAll(w)
		if strings.HasSuffix(t.Name(), "desktop") {
			if !browser.Eval[bool](w, `(() => { const b = `+boxes+`; return b.length >= 3 && b[0].top === b[1].top && b[0].right < b[1].left })()`) {
				t.Error("the renderings are not side by side")
			}
			return
		}
		if n := browser.Eval[int](w, `[...document.querySelectorAll("#lend_book .renderings > section")].filter((s) => s.checkVisibility()).length`); n != 1 {
			t.Errorf("%d renderings at once", n)
		}
		w.Exec(`document.querySelector("#lend_book [role=tab]").focus()`)
		first := browser.Eval[string](w, `document.activeElement.textContent`)
		w.Press(kb.ArrowRight)
		second := browser.Eval[string](w, `document.activeElement.textContent`)
		if shown := browser.Eval[string](w, `[...document.querySelectorAll("#lend_book .renderings > section")].find((s) => s.checkVisibility()).querySelector("h4").textContent`); first == second || shown != second {
			t.Errorf("from %q to %q shows %q", first, second, shown)
		}
	})
}

// On paper everything is open, and nothing that only a screen can use is there.
func TestPrint(t *testing.T) {
	w := browser.Open(t, 1280, 900)
	w.Show(library(t), "")
	browser.Call(w, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	if n := browser.Eval[int](w, `[...document.querySelectorAll("nav, .top, .copy, .anchor")].filter((e) => e.checkVisibility()).length`); n != 0 {
		t.Errorf("%d controls are on paper", n)
	}
	if n := browser.Eval[int](w, `[...document.querySelectorAll("pre")].filter((e) => !e.checkVisibility({contentVisibilityAuto: true}) || e.offsetHeight === 0).length`); n != 0 {
		t.Errorf("%d blocks are closed on paper", n)
	}
	if pdf := browser.Run(w, chromedp.PrintToPDF()); len(pdf) < 10_000 {
		t.Errorf("a PDF of %d bytes", len(pdf))
	}
}

// Without JavaScript everything can be read, and nothing is there that does not
// work.
func TestWithoutScript(t *testing.T) {
	page := library(t)
	everySize(t, func(t *testing.T, w *browser.Window) {
		browser.Call(w, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		w.Show(page, "")
		if n := browser.Eval[int](w, `[...document.querySelectorAll("button, input")].filter((e) => e.checkVisibility()).length`); n != 0 {
			t.Errorf("%d controls that do nothing", n)
		}
		if n := browser.Eval[int](w, `[...document.querySelectorAll("dl > div")].filter((e) => e.checkVisibility()).length`); n < 10 {
			t.Errorf("%d fields are seen", n)
		}
		fits(t, w)
	})
}

func TestAccessibility(t *testing.T) {
	page := library(t)
	everySize(t, func(t *testing.T, w *browser.Window) {
		for _, name := range []string{"light", "dark"} {
			theme(w, name)
			w.Show(page, "#lend_book")
			openAll(w)
			for _, fault := range contrastFaults(w) {
				t.Errorf("%s: %s", name, fault)
			}
		}
		named(t, w)
		levels := browser.Eval[[]int](w, `[...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map((h) => Number(h.tagName[1]))`)
		for i, level := range levels {
			if i == 0 && level != 1 || i > 0 && level > levels[i-1]+1 || i > 0 && level == 1 {
				t.Errorf("heading %d is of level %d", i, level)
			}
		}
		if got := browser.Eval[string](w, `document.documentElement.lang + " " + document.querySelectorAll("main, nav, header.top").length`); got != "en 3" {
			t.Errorf("language and landmarks: %s", got)
		}
		small := browser.Eval[[]string](w, `[...document.querySelectorAll("button, input, summary, nav a")].filter((e) => e.checkVisibility()).filter((e) => e.getBoundingClientRect().height < 24).map((e) => e.outerHTML.slice(0, 80))`)
		if len(small) > 0 {
			t.Errorf("too small to hit: %q", small)
		}
	})
}

// named fails if a control has no name that can be said, or shares its role and
// name with one that does something else.
func named(t *testing.T, w *browser.Window) {
	t.Helper()
	tree := browser.Call(w, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	controls := []string{"button", "link", "searchbox", "textbox", "tab", "DisclosureTriangle", "DisclosureTriangleGrouped"}
	count := map[string]int{}
	for _, n := range tree.Nodes {
		if n.Ignored || n.Role == nil {
			continue
		}
		role := strings.Trim(string(n.Role.Value), `"`)
		if !slices.Contains(controls, role) {
			continue
		}
		count[role]++
		if n.Name == nil || len(strings.TrimSpace(strings.Trim(string(n.Name.Value), `"`))) == 0 {
			t.Errorf("a %s has no name", role)
		}
	}
	if count["button"] < 5 || count["link"] < 10 || count["searchbox"] != 1 {
		t.Errorf("got controls %v", count)
	}
}

// contrastFaults are the texts that are hard to tell from what is behind them.
func contrastFaults(w *browser.Window) []string {
	return browser.Eval[[]string](w, `(() => {
		const parse = (color) => (color.match(/[\d.]+/g) || []).map(Number);
		const part = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
		const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
		const behind = (e) => {
			for (; e; e = e.parentElement) {
				const c = parse(getComputedStyle(e).backgroundColor);
				if (c.length === 3 || c[3] === 1) return c;
				if (c[3] > 0) return [NaN, NaN, NaN];
			}
			return [255, 255, 255];
		};
		const faults = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		let texts = 0;
		while (walker.nextNode()) {
			const e = walker.currentNode.parentElement;
			if (!walker.currentNode.textContent.trim() || !e.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
			texts++;
			const a = light(parse(getComputedStyle(e).color)), b = light(behind(e));
			const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
			if (!(ratio >= 4.5)) faults.add(ratio.toFixed(2) + " of " + e.tagName + "." + e.className + " " + e.textContent.slice(0, 30));
		}
		if (texts < 100) faults.add("only " + texts + " texts were seen");
		return [...faults];
	})()`)
}

// A thousand tools are searched while somebody types.
func TestManyTools(t *testing.T) {
	var tools []toolnexus.Tool
	for i := range 1000 {
		tools = append(tools, tool(fmt.Sprintf("tool_%03d", i), fmt.Sprintf("Does the thing number %d.", i), lendSchema))
	}
	r, err := docs.Options{Dialects: []schema.Dialect{}}.New(tools...)
	if err != nil {
		t.Fatal(err)
	}
	w := browser.Open(t, 1280, 900)
	w.Show(r.HTML(), "")
	w.Type("/")
	start := browser.Eval[float64](w, `performance.now()`)
	w.Type("number 777")
	w.Wait(`document.getElementById("-count").textContent.startsWith("1 tool,")`)
	t.Logf("searched in %.0f ms", browser.Eval[float64](w, `performance.now()`)-start)
	w.Press(kb.ArrowDown)
	w.Press(kb.Enter)
	inView(t, w, "tool_777")
	if notes := w.Notes(); len(notes) > 0 {
		t.Errorf("the page did what it must not do: %q", notes)
	}
}

// TestShots takes pictures for people, if a folder for them is named.
func TestShots(t *testing.T) {
	page := library(t)
	everySize(t, func(t *testing.T, w *browser.Window) {
		for _, name := range []string{"light", "dark"} {
			theme(w, name)
			for part, anchor := range map[string]string{"top": "", "field": "#lend_book.pickup", "open": "#lend_book"} {
				w.Show(page, anchor)
				if part == "open" {
					openAll(w)
					w.Exec(`document.querySelector("#lend_book .renderings").scrollIntoView()`)
				}
				picture := browser.Run(w, chromedp.CaptureScreenshot())
				if len(picture) < 5000 {
					t.Errorf("a picture of %d bytes", len(picture))
				}
				if *shots == "" {
					continue
				}
				file := filepath.Join(*shots, fmt.Sprintf("%s-%s-%s.png", strings.TrimPrefix(t.Name(), "TestShots/"), name, part))
				if err := os.WriteFile(file, picture, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
