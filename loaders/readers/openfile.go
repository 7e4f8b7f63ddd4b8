package readers

import (
	"context"
	"os"
)

// OpenFile opens a file by calling open, and closes it once ctx is done, which ends a read or a write that waits. Opening a
// pipe waits for its other end: then OpenFile returns the error of ctx as soon as ctx is done. The caller closes the file
// by calling free.
func OpenFile(ctx context.Context, open func() (*os.File, error)) (f *os.File, free func(), err error) {
	type result struct {
		f   *os.File
		err error
	}
	opened := make(chan result, 1)
	go func() {
		f, err := open()
		opened <- result{f, err}
	}()
	select {
	case o := <-opened:
		if o.err != nil {
			return nil, nil, o.err
		}
		stop := context.AfterFunc(ctx, func() { o.f.Close() })
		return o.f, func() { stop(); o.f.Close() }, nil
	case <-ctx.Done():
		go func() {
			if o := <-opened; o.err == nil {
				o.f.Close()
			}
		}()
		return nil, nil, ctx.Err()
	}
}
