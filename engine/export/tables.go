package export

import (
	"bufio"
	"encoding/binary"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"dpals/engine/method"
)

// Modes of what may be published and of what may not.
const (
	forAll   os.FileMode = 0o644
	forOwner os.FileMode = 0o600
)

// items writes the item side, m×r: items.npy in the order of the catalogue, and items.csv with ids and titles.
func (w *writer) items() error {
	train := w.public
	if err := w.array("items.npy", forAll, train.Items, w.shared.Rank, func(j int) []float32 { return w.itemRow(j) }); err != nil {
		return err
	}
	header := []string{"item", "title", "trained"}
	return w.table("items.csv", forAll, append(header, w.shared.Columns...), train.Items, func(j int) []string {
		title, trained := "", w.shared.Trained == nil || w.shared.Trained[j]
		if j < len(train.Titles) {
			title = train.Titles[j]
		}
		return append([]string{train.ItemNames.At(j), title, strconv.FormatBool(trained)}, decimals(w.itemRow(j))...)
	})
}

func (w *writer) itemRow(j int) []float32 {
	return w.shared.Items[j*w.shared.Rank : (j+1)*w.shared.Rank]
}

// users writes every user's own row, solved from their training ratings, to files whose names say what they are.
func (w *writer) users(model method.Model) error {
	local, ok := model.Local().(method.Rower)
	if !ok {
		return fmt.Errorf("%s has no rows of users: leave out --include-users", w.statement.Method)
	}
	train := w.problem.Split.Train
	rows := func(i int) []float32 {
		local.Solve(train.User(i))
		return local.Row()
	}
	width := 0
	if train.Users > 0 {
		width = len(rows(0))
	}
	if err := w.array("users.private.npy", forOwner, train.Users, width, rows); err != nil {
		return err
	}
	header := []string{"user"}
	for d := range width - 1 {
		header = append(header, fmt.Sprintf("u%d", d+1))
	}
	return w.table("users.private.csv", forOwner, append(header, "offset"), train.Users, func(i int) []string {
		return append([]string{train.UserNames.At(i)}, decimals(rows(i))...)
	})
}

// table writes rows as CSV. A simulation has one more column, which marks every row.
func (w *writer) table(name string, mode os.FileMode, header []string, rows int, row func(int) []string) error {
	f, err := w.createMode(name, mode)
	if err != nil {
		return err
	}
	c := csv.NewWriter(f)
	put := func(fields []string, last string) {
		if w.simulation {
			fields = append(fields, last)
		}
		c.Write(fields) // it keeps its error for Error
	}
	put(header, "simulation")
	for i := range rows {
		put(row(i), "true")
	}
	c.Flush()
	return errors.Join(c.Error(), f.Close())
}

// decimals writes float32 values with as many digits as they need to read back the same.
func decimals(row []float32) []string {
	text := make([]string, len(row))
	for d, v := range row {
		text[d] = strconv.FormatFloat(float64(v), 'g', -1, 32)
	}
	return text
}

// array writes a rows×columns float32 array in NumPy's format 1.0.
func (w *writer) array(name string, mode os.FileMode, rows, columns int, row func(int) []float32) error {
	f, err := w.createMode(name, mode)
	if err != nil {
		return err
	}
	return errors.Join(writeArray(f, rows, columns, row), f.Close())
}

// arrayAlign divides the length of an array file's header, magic included.
const arrayAlign = 64

func writeArray(out io.Writer, rows, columns int, row func(int) []float32) error {
	const magic = "\x93NUMPY\x01\x00"
	header := fmt.Sprintf("{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }", rows, columns)
	length := len(magic) + 2 + len(header) + 1
	header += strings.Repeat(" ", (arrayAlign-length%arrayAlign)%arrayAlign) + "\n"
	b := bufio.NewWriter(out)
	b.WriteString(magic)
	b.Write(binary.LittleEndian.AppendUint16(nil, uint16(len(header))))
	b.WriteString(header)
	var word [4]byte
	for i := range rows {
		for _, v := range row(i) {
			binary.LittleEndian.PutUint32(word[:], math.Float32bits(v))
			b.Write(word[:])
		}
	}
	return b.Flush()
}
