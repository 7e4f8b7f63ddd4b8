package export

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
	"dpals/loaders/sources"
)

func trained(t *testing.T, c engine.Config) (engine.Problem, *engine.History) {
	t.Helper()
	r, err := sources.Open(context.Background(), "synth:skewed:n=60,m=30,per=8", sources.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	p := engine.Problem{Name: filepath.Join("some", "folder", "ratings.csv"), Split: split}
	h, err := engine.Run(context.Background(), p, c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Wait(); err != nil {
		t.Fatal(err)
	}
	return p, h
}

// The two forms of the item side agree with each other and with the model, to the last bit.
func TestItemsReadBack(t *testing.T) {
	p, h := trained(t, engine.Config{Epsilon: 3})
	dir := filepath.Join(t.TempDir(), "a", "b")
	if err := Write(dir, p, h, Options{}); err != nil {
		t.Fatal(err)
	}
	shared := h.Model().(method.Sharer).Shared()
	array, err := os.ReadFile(filepath.Join(dir, "items.npy"))
	if err != nil {
		t.Fatal(err)
	}
	length := int(binary.LittleEndian.Uint16(array[8:10]))
	header := string(array[10 : 10+length])
	if !bytes.HasPrefix(array, []byte("\x93NUMPY\x01\x00")) || (10+length)%64 != 0 || !strings.HasSuffix(header, "\n") ||
		!strings.Contains(header, "'shape': (30, "+strconv.Itoa(shared.Rank)+")") {
		t.Fatalf("header %q", header)
	}
	body := array[10+length:]
	if len(body) != 4*len(shared.Items) {
		t.Fatalf("%d bytes for %d numbers", len(body), len(shared.Items))
	}
	f, err := os.Open(filepath.Join(dir, "items.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range shared.Items {
		j, d := i/shared.Rank, i%shared.Rank
		if got := math.Float32frombits(binary.LittleEndian.Uint32(body[4*i:])); got != want {
			t.Fatalf("items.npy: item %d column %d is %v, want %v", j, d, got, want)
		}
		if got, err := strconv.ParseFloat(rows[j+1][3+d], 32); err != nil || float32(got) != want {
			t.Fatalf("items.csv: item %d column %d is %v, want %v", j, d, rows[j+1][3+d], want)
		}
	}
}

// Nothing that mixes users and was not released is in any file: the number of users, their ids, the errors.
func TestNothingUnreleasedIsWritten(t *testing.T) {
	p, h := trained(t, engine.Config{Epsilon: 3})
	dir := filepath.Join(t.TempDir(), "model")
	if err := Write(dir, p, h, Options{}); err != nil {
		t.Fatal(err)
	}
	result, err := h.Wait()
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []float64{result.TrainRMSE, result.ValidRMSE, result.TestRMSE} {
			if bytes.Contains(text, strconv.AppendFloat(nil, v, 'f', 6, 64)) || bytes.Contains(text, strconv.AppendFloat(nil, v, 'f', 4, 64)) {
				t.Errorf("%s holds the error %v", f.Name(), v)
			}
		}
		if strings.Contains(string(text), "some"+string(filepath.Separator)+"folder") {
			t.Errorf("%s holds the path of the ratings", f.Name())
		}
		if strings.HasSuffix(f.Name(), ".json") && strings.Contains(string(text), `"users"`) {
			t.Errorf("%s reveals something about users", f.Name())
		}
	}
}

// The recipe's numbers are all there is to a prediction.
func TestRecipePredictsLikeTheModel(t *testing.T) {
	p, h := trained(t, engine.Config{Method: "item-mean", Epsilon: 3})
	s := h.Model().(method.Sharer).Shared()
	local := h.Model().Local()
	for i := range p.Split.Train.Users {
		items, values := p.Split.Train.User(i)
		local.Solve(items, values)
		level := s.Scalars["mean"]
		for k, j := range items {
			level += (float64(values[k]) - s.Scalars["mean"] - float64(s.Items[j])) / (float64(len(items)) + s.Scalars["pull"])
		}
		for j := range p.Split.Train.Items {
			if want := level + float64(s.Items[j]); math.Abs(local.Predict(uint32(j))-want) > 1e-5 {
				t.Fatalf("user %d item %d: %v, by the recipe %v", i, j, local.Predict(uint32(j)), want)
			}
		}
	}
}

func TestFailureLeavesNothing(t *testing.T) {
	p, h := trained(t, engine.Config{Method: "user-mean"})
	root := t.TempDir()
	full := filepath.Join(root, "full")
	if err := os.MkdirAll(filepath.Join(full, "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Write(full, p, h, Options{}); err == nil {
		t.Error("wrote into a folder that is not empty")
	}
	if err := Write(filepath.Join(root, "rows"), p, h, Options{IncludeUsers: true}); err == nil {
		t.Error("wrote rows that the method does not have")
	}
	left, err := os.ReadDir(root)
	if err != nil || len(left) != 1 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
