//go:build !amd64

package kernel

func supported() []*kernels { return []*kernels{&portable} }
