// Package browser opens the pages of toolnexus/docs in Chromium, for tests. It is a
// module of its own, because what drives a browser is no business of those who
// use the SDK.
//
// The environment variable CHROMIUM names the program. It is never downloaded from
// here; .ci/run looks for one, and installs it where it can.
package browser

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Program is the path of the browser. Without one, the test is skipped.
func Program(t testing.TB) string {
	t.Helper()
	name := os.Getenv("CHROMIUM") //nolint:forbidigo // this is for tests
	if name == "" {
		t.Skip("left out: CHROMIUM does not name the program")
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("CHROMIUM: %v", err)
	}
	return path
}

// A Window shows pages in a size, without a screen, and notes what they do.
type Window struct {
	t   testing.TB
	ctx context.Context //nolint:containedctx // a window is a context to chromedp

	mu    sync.Mutex
	notes []string // errors, dialogs, and requests to anywhere but the page
	url   string
}

// Open starts a browser with a window of a width and a height. It is closed when
// the test ends.
func Open(t testing.TB, width, height int64) *Window {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(Program(t)),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.UserDataDir(t.TempDir()),
	)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium has none for root
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, closeWindow := chromedp.NewContext(ctx)
	t.Cleanup(closeWindow)
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	w := &Window{t: t, ctx: ctx}
	if err := chromedp.Listen(ctx, w.listen); err != nil {
		t.Fatal(err)
	}
	Call(w, log.Enable, cdp.Empty{})
	Call(w, network.Enable, network.EnableParams{})
	Call(w, page.Enable, page.EnableParams{})
	Call(w, runtime.Enable, cdp.Empty{})
	Call(w, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	var size []chromedp.EmulateViewportOption
	if width < 600 {
		size = append(size, chromedp.EmulateMobile)
	}
	w.Do(chromedp.EmulateViewport(width, height, size...))
	return w
}

// listen notes what a page must not do.
func (w *Window) listen(event any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		w.notes = append(w.notes, "exception: "+text)
	case *runtime.EventConsoleAPICalled:
		w.notes = append(w.notes, "console: "+string(e.Type))
	case *log.EventEntryAdded:
		w.notes = append(w.notes, "log: "+e.Entry.Text)
	case *page.EventJavascriptDialogOpening:
		w.notes = append(w.notes, "dialog: "+e.Message)
	case *network.EventRequestWillBeSent:
		if address, _, _ := strings.Cut(e.Request.URL, "#"); address != w.url {
			w.notes = append(w.notes, "request: "+e.Request.URL)
		}
	}
}

// Notes are what the pages did that they must not do.
func (w *Window) Notes() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.notes)
}

// Do runs actions, and fails the test if one fails.
func (w *Window) Do(actions ...chromedp.Action[chromedp.Void]) {
	w.t.Helper()
	if err := chromedp.Do(w.ctx, actions...); err != nil {
		w.t.Fatal(err)
	}
}

// Call sends a command of the protocol.
func Call[P, R any](w *Window, command cdp.Command[P, R], params P) R {
	w.t.Helper()
	result, err := chromedp.Call(w.ctx, command, params)
	if err != nil {
		w.t.Fatalf("%s: %v", command.Method, err)
	}
	return result
}

// Run is what an action returns.
func Run[T any](w *Window, action chromedp.Action[T]) T {
	w.t.Helper()
	result, err := chromedp.Run(w.ctx, action)
	if err != nil {
		w.t.Fatal(err)
	}
	return result
}

// Eval is the value of an expression, or of the promise that it is.
func Eval[T any](w *Window, expression string) T {
	w.t.Helper()
	result, err := chromedp.Run(w.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise,
		func(p *runtime.EvaluateParams) { p.UserGesture = new(true) }))
	if err != nil {
		w.t.Fatalf("%s: %v", expression, err)
	}
	return result
}

// Show opens a page from a file, at an anchor if there is one.
func (w *Window) Show(html []byte, anchor string) {
	w.t.Helper()
	file := filepath.Join(w.t.TempDir(), "tools.html")
	if err := os.WriteFile(file, html, 0o600); err != nil {
		w.t.Fatal(err)
	}
	w.mu.Lock()
	w.url = "file://" + file
	w.mu.Unlock()
	w.Do(chromedp.Navigate(w.url + anchor))
}

// Exec runs statements.
func (w *Window) Exec(script string) {
	w.t.Helper()
	Eval[bool](w, "(() => { "+script+"; return true })()")
}

// Press presses a key, such as kb.Enter.
func (w *Window) Press(key string) {
	w.t.Helper()
	w.Do(chromedp.KeyEvent(key))
}

// Type presses the keys of letters and signs. A page may keep a sign for itself, so
// that it is not written.
func (w *Window) Type(text string) {
	w.t.Helper()
	for _, c := range text {
		Call(w, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: string(c), Text: string(c)})
		Call(w, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyUp, Key: string(c)})
	}
}

// Wait waits until an expression is true, for a few seconds.
func (w *Window) Wait(expression string) {
	w.t.Helper()
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if Eval[bool](w, expression) {
			return
		}
	}
	w.t.Fatalf("it does not come true that %s", expression)
}
