package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/toolnexus/go-sdk/toolnexus/cmd/toolnexus/internal/cli"
)

func main() {
	os.Exit(run())
}

func run() int {
	// With SIGPIPE, a reader that goes away stops us like any other signal, and
	// what was started and written is cleared away.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	defer stop()
	return cli.Program{
		Stdin:  os.Stdin,
		Stdout: os.Stdout,
		Stderr: os.Stderr,
		Env:    os.Environ(), //nolint:forbidigo // a program reads its environment, here and nowhere else
	}.Run(ctx, os.Args[1:]...)
}
