// Approval is a small HTTP service whose tool asks a person before it acts. The
// open question is kept in a database, so that the service may be restarted
// between the question and the answer.
//
//	go run ./examples/approval -addr 127.0.0.1:8099 -db approvals.db
//
//	curl -s 127.0.0.1:8099/calls -d '{"tool":"refund_order","args":{"order":"A-1001","euros":129.5}}'
//	curl -s 127.0.0.1:8099/questions
//	curl -s 127.0.0.1:8099/answers -d '{"id":"pnd-…","ok":true}'
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/toolnexus/go-sdk/toolnexus/pending/sqlitestore"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8099", "where to listen")
	db := flag.String("db", "approvals.db", "the file that keeps open questions")
	key := flag.String("key", "change me", "the key that requests are signed with")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, *addr, *db, *key)
	stop()
	if err != nil {
		slog.Error("approval service", "error", err)
		os.Exit(1)
	}
}

// run serves until ctx is done. It prints the address once it listens.
func run(ctx context.Context, addr, db, key string) error {
	store, err := sqlitestore.Open(ctx, db)
	if err != nil {
		return err
	}
	defer store.Close()
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	fmt.Println("listening on", listener.Addr())

	server := &http.Server{Handler: newService(store, key), ReadHeaderTimeout: 5 * time.Second}
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		stopped <- server.Shutdown(grace)
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}
