package migrating

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var update = flag.Bool("update", false, "rewrite the page")

const page = "../../typed/migrating.md"

// calls are what models send, good and bad. Each has one fault at most, since some
// libraries tell of one of several, and not always of the same.
var calls = []struct{ name, args string }{
	{"all is well", `{"city":"Oslo","days":2,"unit":"celsius"}`},
	{"defaults", `{"city":"Oslo"}`},
	{"nothing", ``},
	{"a required key is missing", `{"days":2}`},
	{"a misspelt key", `{"city":"Oslo","dayz":2}`},
	{"a key in another case", `{"City":"Oslo"}`},
	{"beyond a bound", `{"city":"Oslo","days":9}`},
	{"not one of the values", `{"city":"Oslo","unit":"kelvin"}`},
	{"a number in a string", `{"city":"Oslo","days":"2"}`},
	{"null for an optional key", `{"city":"Oslo","days":null}`},
	{"null for a required key", `{"city":null}`},
	{"a fraction for an integer", `{"city":"Oslo","days":1.5}`},
	{"a key twice", `{"city":"Rome","city":"Oslo"}`},
	{"the work fails", `{"city":"Atlantis"}`},
}

// A caller gives what a model is told.
type caller func(ctx context.Context, args string) string

func ofTyped(t *testing.T) caller {
	tool, err := typedTool()
	if err != nil {
		t.Fatal(err)
	}
	return func(ctx context.Context, args string) string { return tool.Call(ctx, []byte(args)).Output }
}

func ofMaps(*testing.T) caller {
	return func(ctx context.Context, args string) string {
		var in map[string]any
		if err := json.Unmarshal([]byte(args), &in); err != nil {
			return err.Error()
		}
		return textOf(mapHandler(ctx, in))
	}
}

func ofEino(t *testing.T) caller {
	tool, err := einoTool()
	if err != nil {
		t.Fatal(err)
	}
	return func(ctx context.Context, args string) string { return textOf(tool.InvokableRun(ctx, args)) }
}

func textOf(text string, err error) string {
	if err != nil {
		return err.Error()
	}
	return text
}

func ofGoSDK(t *testing.T) caller {
	ctx := t.Context()
	s := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, nil)
	goSDKTool(s)
	toServer, toClient := mcp.NewInMemoryTransports()
	if _, err := s.Connect(ctx, toServer, nil); err != nil {
		t.Fatal(err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil).Connect(ctx, toClient, nil)
	if err != nil {
		t.Fatal(err)
	}
	return func(ctx context.Context, args string) string {
		params := &mcp.CallToolParams{Name: "forecast"}
		if args != "" {
			params.Arguments = json.RawMessage(args)
		}
		result, err := session.CallTool(ctx, params)
		if err != nil {
			return err.Error()
		}
		text, _ := result.Content[0].(*mcp.TextContent)
		return text.Text
	}
}

func ofMCPGo(t *testing.T) caller {
	s := server.NewMCPServer("server", "1")
	mcpGoTool(s)
	return func(ctx context.Context, args string) string {
		if args != "" {
			args = `,"arguments":` + args
		}
		message := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"forecast"` + args + `}}`
		switch answer := s.HandleMessage(ctx, []byte(message)).(type) {
		case mcpgo.JSONRPCResponse:
			result, _ := answer.Result.(*mcpgo.CallToolResult)
			text, _ := result.Content[0].(mcpgo.TextContent)
			return text.Text
		case mcpgo.JSONRPCError:
			return answer.Error.Message
		default:
			t.Errorf("an answer of type %T", answer)
			return ""
		}
	}
}

// TestDifferences: the tables of the page say what models are told by each library
// and by typed.
func TestDifferences(t *testing.T) {
	now := ofTyped(t)
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	got := string(text)
	for name, open := range map[string]func(*testing.T) caller{"maps": ofMaps, "gosdk": ofGoSDK, "mcpgo": ofMCPGo, "eino": ofEino} {
		got = replaceTable(t, got, name, differences(t.Context(), open(t), now))
	}
	if *update {
		if err := os.WriteFile(page, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	} else if got != string(text) {
		t.Errorf("%s is out of date; run this test with -update. It should be\n%s", page, got)
	}
}

func differences(ctx context.Context, before, now caller) string {
	var b strings.Builder
	b.WriteString("| a call with | told before | told now |\n| --- | --- | --- |\n")
	for _, c := range calls {
		fmt.Fprintf(&b, "| %s: %s | %s | %s |\n", c.name, code(c.args), cell(before(ctx, c.args)), cell(now(ctx, c.args)))
	}
	return b.String()
}

func code(text string) string {
	if text == "" {
		return "no text"
	}
	return "`" + text + "`"
}

// cell is a text in a table. Lines are parted by a stroke.
func cell(text string) string {
	const longest = 220
	if len(text) > longest {
		text = text[:longest] + "…"
	}
	text = strings.ReplaceAll(strings.TrimSpace(text), "\n", " ⏎ ")
	return code(strings.NewReplacer("|", `\|`, "`", "'").Replace(text))
}

// replaceTable puts a table between its marks.
func replaceTable(t *testing.T, text, name, table string) string {
	t.Helper()
	marks := regexp.MustCompile(`(?s)(<!-- ` + name + ` -->\n\n).*?(\n<!-- end -->)`)
	if len(marks.FindAllString(text, -1)) != 1 {
		t.Fatalf("the page has not one place for the table %s", name)
	}
	return marks.ReplaceAllStringFunc(text, func(old string) string {
		parts := marks.FindStringSubmatch(old)
		return parts[1] + table + parts[2]
	})
}

// TestCode: the code on the page is that of the files here, word for word.
func TestCode(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var sources strings.Builder
	for _, name := range []string{"typed.go", "maps.go", "gosdk.go", "mcpgo.go", "eino.go"} {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources.Write(source)
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	const least = 5
	if len(blocks) < least {
		t.Errorf("only %d blocks of code", len(blocks))
	}
	for _, b := range blocks {
		if !strings.Contains(sources.String(), b[1]) {
			t.Errorf("this is in no file here:\n%s", b[1])
		}
	}
}
