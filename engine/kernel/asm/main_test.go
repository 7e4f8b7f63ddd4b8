package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// asGenerator makes the test binary behave as the command, because the generator ends its process.
const asGenerator = "KERNEL_ASM_GENERATE"

func TestMain(m *testing.M) {
	if os.Getenv(asGenerator) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// The first line of a file names the command that wrote it; the rest must be what the generator writes now.
func TestCommittedAssemblyIsUpToDate(t *testing.T) {
	for _, set := range []string{"avx512", "avx2"} {
		t.Run(set, func(t *testing.T) {
			dir := t.TempDir()
			code, declarations := filepath.Join(dir, set+"_amd64.s"), filepath.Join(dir, set+"_amd64.go")
			run := exec.Command(os.Args[0], "-isa", set, "-pkg", "kernel", "-out", code, "-stubs", declarations)
			run.Env = append(os.Environ(), asGenerator+"=1")
			if out, err := run.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, path := range []string{code, declarations} {
				fresh, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				committed, err := os.ReadFile(filepath.Join("..", filepath.Base(path)))
				if err != nil {
					t.Fatal(err)
				}
				_, fresh, _ = bytes.Cut(fresh, []byte("\n"))
				_, committed, _ = bytes.Cut(committed, []byte("\n"))
				if !bytes.Equal(fresh, committed) {
					t.Errorf("%s is not what the generator writes: run go generate in engine/kernel", filepath.Base(path))
				}
			}
		})
	}
}

// The allocator has 32 vector registers, of which AVX2 knows 16.
func TestAVX2UsesItsOwnRegisters(t *testing.T) {
	code, err := os.ReadFile(filepath.Join("..", "avx2_amd64.s"))
	if err != nil {
		t.Fatal(err)
	}
	if m := regexp.MustCompile(`\b(Z\d+|[XY](1[6-9]|2\d|3[01])|K[0-7])\b`).Find(code); m != nil {
		t.Errorf("register %s belongs to AVX-512", m)
	}
}
