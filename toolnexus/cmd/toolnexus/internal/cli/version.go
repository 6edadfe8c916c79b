package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  usage(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			return a.show(fmt.Sprintf("toolnexus %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH))
		},
	}
}

// version is that of the module, as the go command wrote it into the program.
func version() string {
	const module = "github.com/toolnexus/go-sdk"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == module && m.Version != "" {
			return m.Version
		}
	}
	return "(devel)"
}
