package sqlitedb

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

// DamageError says what a database holds that no program wrote.
type DamageError struct{ what string }

// Damaged returns a DamageError.
func Damaged(format string, args ...any) error { return &DamageError{fmt.Sprintf(format, args...)} }

func (e *DamageError) Error() string { return e.what }

// explained is an error whose text is a whole sentence, and its cause.
type explained struct {
	text  string
	cause error
}

func (e *explained) Error() string { return e.text }
func (e *explained) Unwrap() error { return e.cause }

// Sentence returns an error that Explain leaves as it is. It wraps the cause.
func Sentence(cause error, format string, args ...any) error {
	return &explained{fmt.Sprintf(format, args...), cause}
}

// Explain turns an error of the database into a sentence: which file, what is wrong, what to do. Errors that are
// sentences already, and those that wrap Options.Final, are returned as they are.
func (db *DB) Explain(err error) error {
	var done *explained
	if err == nil || errors.As(err, &done) || db.o.Final != nil && errors.Is(err, db.o.Final) {
		return err
	}
	var bad *DamageError
	var fault *sqlite.Error
	switch {
	case errors.As(err, &bad):
		return db.damaged(err)
	case !errors.As(err, &fault):
		return db.sentence(err, "%v", err)
	}
	switch fault.Code() & 0xff {
	case codes.SQLITE_BUSY, codes.SQLITE_LOCKED:
		return db.sentence(err, "another process has held %s for more than %v: end it, or try again", db.o.Subject, db.o.Wait)
	case codes.SQLITE_READONLY, codes.SQLITE_PERM, codes.SQLITE_CANTOPEN, codes.SQLITE_AUTH:
		return db.sentence(err, "%s cannot be written: make its folder writable, or choose another with --state", db.o.Subject)
	case codes.SQLITE_FULL:
		return db.sentence(err, "the disk is full and %s cannot be written: free some space", db.o.Subject)
	case codes.SQLITE_IOERR:
		return db.sentence(err, "%s cannot be read or written, %v: check the disk and its free space", db.o.Subject, err)
	case codes.SQLITE_CORRUPT, codes.SQLITE_NOTADB, codes.SQLITE_MISMATCH, codes.SQLITE_CONSTRAINT, codes.SQLITE_ERROR:
		return db.damaged(err)
	}
	return db.sentence(err, "%s failed: %v", db.o.Subject, err)
}

func (db *DB) damaged(err error) error {
	return db.sentence(err, "%s is damaged, %v: %s", db.o.Subject, err, db.o.DamageAdvice)
}

// oneLine replaces the line breaks of schemas, which SQLite quotes in its errors.
var oneLine = strings.NewReplacer("\n", " ", "\t", "")

// sentence returns a sentence of one line about the database file.
func (db *DB) sentence(cause error, format string, args ...any) error {
	return Sentence(cause, "%s: %s", db.path, oneLine.Replace(fmt.Sprintf(format, args...)))
}

// FileError turns an error of the file system into a sentence.
func (db *DB) FileError(err error) error { return FileError(db.o.Subject, err) }

// FileError turns an error of the file system, met while writing a file of the subject, into a sentence.
func FileError(subject string, err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EFBIG) {
		return Sentence(err, "the disk is full and %s cannot be written: %v; free some space", subject, err)
	}
	return Sentence(err, "%s cannot be written: %v; make its folder writable, or choose another with --state", subject, err)
}
