package loaders

import (
	"context"
	"os"
)

// openFile opens a file and closes it once ctx is done, which ends a read or a write that waits. Opening a pipe waits
// for its other end: then openFile returns ctx's error as soon as ctx is done. Call free when done with the file.
func openFile(ctx context.Context, open func() (*os.File, error)) (f *os.File, free func(), err error) {
	type opened struct {
		f   *os.File
		err error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := open()
		done <- opened{f, err}
	}()
	select {
	case o := <-done:
		if o.err != nil {
			return nil, nil, o.err
		}
		stop := context.AfterFunc(ctx, func() { o.f.Close() })
		return o.f, func() { stop(); o.f.Close() }, nil
	case <-ctx.Done():
		go func() {
			if o := <-done; o.err == nil {
				o.f.Close()
			}
		}()
		return nil, nil, ctx.Err()
	}
}
