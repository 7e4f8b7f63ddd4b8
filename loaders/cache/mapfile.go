package cache

import "os"

// mapFile returns the content of a file of ratings in memory that is aligned for numbers, until unmap is called or the
// process ends.
func mapFile(path string) (data []byte, unmap func(), err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	size := info.Size()
	if !info.Mode().IsRegular() || size < headerSize || size != int64(int(size)) {
		return nil, nil, errFormat
	}
	return mapContent(f, int(size))
}
