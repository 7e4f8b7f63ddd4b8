// Package readers reads text files of ratings: the MovieLens formats and any delimited text, plain or compressed.
//
// A file passes through its parts in this order: decompress.go opens it; detect.go finds its format (the list is in
// formats.go) from its name and first lines; header.go finds the columns of user, item and rating; chunks.go hands out
// chunks of whole lines to all processors; fastlines.go reads the lines that most files consist of, and read.go, with
// fields.go and number.go, all others; ids.go gives every user and item an index; assemble.go builds the Ratings.
//
// It follows RFC 4180 for quoted fields. It must never return a part of a file: either the whole file is read and
// checked, or the error names the file, line and column that stopped it. What it returns must not depend on the number
// of processors.
package readers
