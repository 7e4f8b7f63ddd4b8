package ledger

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
)

// seal returns a hash of a row's other columns, which is stored with the row. SQLite does not notice a changed number in a
// file; the ledger does, whenever it reads the row. Seals protect against accidents, not against deliberate changes.
func seal(columns ...any) int64 {
	var text []byte
	for _, c := range columns {
		switch c := c.(type) {
		case nil:
			text = append(text, '-')
		case int64:
			text = binary.LittleEndian.AppendUint64(append(text, 'i'), uint64(c))
		case float64:
			text = binary.LittleEndian.AppendUint64(append(text, 'f'), math.Float64bits(c))
		case bool:
			text = strconv.AppendBool(text, c)
		case string:
			text = binary.LittleEndian.AppendUint64(append(text, 's'), uint64(len(c)))
			text = append(text, c...)
		default:
			panic(fmt.Sprintf("ledger: no seal for a %T", c))
		}
	}
	sum := sha256.Sum256(text)
	return int64(binary.LittleEndian.Uint64(sum[:]))
}

// nullIfZero returns the value of a column that is NULL in most rows: a pure ε, a failure probability.
func nullIfZero(v float64) sql.NullFloat64 {
	return sql.NullFloat64{Float64: v, Valid: v != 0}
}

// appendIfNonzero adds such a column to the columns of a seal.
func appendIfNonzero(columns []any, v float64) []any {
	if v == 0 {
		return columns // the same seal as before the column existed
	}
	return append(columns, v)
}
