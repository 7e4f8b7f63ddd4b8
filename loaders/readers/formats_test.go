package readers

import (
	"slices"
	"strings"
	"testing"

	"dpals/internal/ratingstest"
)

// four are the ratings in every good file of this test, unless it says others.
var four = []string{`"1" "10" 4`, `"1" "20" 3.5`, `"2" "10" 1`, `"3" "30" 5`}

func TestFormats(t *testing.T) {
	whole := []string{`"1" "10" 4`, `"1" "20" 3`, `"2" "10" 1`, `"3" "30" 5`}
	words := []string{`"ann" "a,b" 4`, `"ann" "say \"hi\"" 3.5`, `"bob" "two\nlines" 1`}
	for name, c := range map[string]struct {
		file, content string
		opt           Options
		format        string
		low, high     float64
		observed      bool
		want          []string
	}{
		"u.data":             {file: "u.data", content: "1\t10\t4\t88\n1\t20\t3\t88\n2\t10\t1\t88\n3\t30\t5\t88\n", format: "ml-100k", low: 1, high: 5, want: whole},
		"u1.base":            {file: "u1.base", content: "1\t10\t4\t88\n1\t20\t3\t88\n2\t10\t1\t88\n3\t30\t5\t88\n", format: "ml-100k", low: 1, high: 5, want: whole},
		"ratings.dat":        {file: "ratings.dat", content: "1::10::4::88\n1::20::3.5::88\n2::10::1::88\n3::30::5::88\n", format: "ml-dat", low: 0.5, high: 5},
		"ratings.dat of 1M":  {file: "ml-1m/ratings.dat", content: "1::10::4::88\n1::20::3::88\n2::10::1::88\n3::30::5::88\n", format: "ml-dat", low: 1, high: 5, want: whole},
		"ratings.csv":        {file: "ratings.csv", content: "userId,movieId,rating,timestamp\n1,10,4.0,88\n1,20,3.5,88\n2,10,1.0,88\n3,30,5.0,88\n", format: "ml-csv", low: 0.5, high: 5},
		"ratings.csv of 1M":  {file: "ml-1m/ratings.csv", content: "userId,movieId,rating\n1,10,4\n1,20,3\n2,10,1\n3,30,5\n", format: "ml-csv", low: 1, high: 5, want: whole},
		"csv, no header":     {file: "x.txt", content: "1,10,4\n1,20,3.5\n2,10,1\n3,30,5\n", format: "csv", low: 1, high: 5, observed: true},
		"csv, header":        {file: "x.txt", content: "Rating,User_ID,when,ITEM\n4,1,x,10\n3.5,1,x,20\n1,2,x,10\n5,3,x,30\n", format: "csv", low: 1, high: 5, observed: true},
		"tsv":                {file: "x", content: "user\titem\trating\n1\t10\t4\n1\t20\t3.5\n2\t10\t1\n3\t30\t5\n", format: "tsv", low: 1, high: 5, observed: true},
		"semicolons":         {file: "x", content: "1;10;4;a,b,c\n1;20;3.5;a,b,c\n2;10;1;a,b,c\n3;30;5;a,b\n", format: "semicolon", low: 1, high: 5, observed: true},
		"decimal commas":     {file: "x", content: "user;item;rating\n1;10;4,0\n1;20;3,5\n2;10;1\n3;30;\"5,00\"\n", format: "semicolon", low: 1, high: 5, observed: true},
		"commas, no header":  {file: "x", content: "ann\ta,b\t4,0\nann\tsay \"hi\"\t3,5\nbob\t\"two\nlines\"\t1,\n", format: "tsv", low: 1, high: 4, observed: true, want: words},
		"further columns":    {file: "u.data", content: "1\t10\t4\n1\t20\t3\t88\n2\t10\t1\t88\textra\n3\t30\t5\n", format: "ml-100k", low: 1, high: 5, want: whole},
		"bars":               {file: "x", content: "1|10|4\n1|20|3.5\n2|10|1\n3|30|5\n", format: "pipe", low: 1, high: 5, observed: true},
		"blanks":             {file: "x", content: " 1   10\t4\n1 20 3.5  \n2 10 1\n3 30 5\n", format: "space", low: 1, high: 5, observed: true},
		"blanks, quoted":     {file: "x", content: "\"user\" \"item\" \"rating\"\n\"1\" \"10\" 4\n\"1\" \"20\" 3.5\n\"2\" \"10\" 1\n\"3\"   \"30\" 5 \n", format: "space", low: 1, high: 5, observed: true},
		"by name":            {file: "x.csv", content: "what,who,n,how much\n10,1,0,4\n20,1,0,3.5\n10,2,0,1\n30,3,0,5\n", opt: Options{Columns: Columns{User: "who", Item: "what", Rating: "How Much"}}, format: "csv", low: 1, high: 5, observed: true},
		"by number":          {file: "x.csv", content: "10,1,0,4\n20,1,0,3.5\n10,2,0,1\n30,3,0,5\n", opt: Options{Columns: Columns{User: "2", Item: "1", Rating: "4"}}, format: "csv", low: 1, high: 5, observed: true},
		"by name and number": {file: "x.csv", content: "a,user,c,d\n10,1,0,4\n20,1,0,3.5\n10,2,0,1\n30,3,0,5\n", opt: Options{Columns: Columns{Item: "1", Rating: "d"}}, format: "csv", low: 1, high: 5, observed: true},
		"declared range":     {file: "x.csv", content: "1,10,4\n1,20,3.5\n2,10,1\n3,30,5\n", opt: Options{Low: 0, High: 10}, format: "csv", low: 0, high: 10},
		"named format":       {file: "x", content: "1\t10\t4\n1\t20\t3\n2\t10\t1\n3\t30\t5\n", opt: Options{Format: "ml-100k"}, format: "ml-100k", low: 1, high: 5, want: whole},
		"no last line end":   {file: "x", content: "1,10,4\n1,20,3.5\n2,10,1\n3,30,5", format: "csv", low: 1, high: 5, observed: true},
		"empty lines":        {file: "x", content: "\n\n1,10,4\n \n1,20,3.5\n2,10,1\n\n3,30,5\n\n", format: "csv", low: 1, high: 5, observed: true},
		"blanks around":      {file: "x", content: "1, 10 ,4 \n1,\t20, 3.5\n2,10,1\n3,30,5\n", format: "csv", low: 1, high: 5, observed: true},
		"quoted":             {file: "x", content: "\"user\",\"item\",\"rating\"\nann,\"a,b\",4\nann,\"say \"\"hi\"\"\",3.5\n\"bob\",\"two\nlines\",\"1\"\n", format: "csv", low: 1, high: 4, observed: true, want: words},
		"numbers as written": {file: "x", content: "1,10,4e0\n1,20,+3.50000000\n2,10,.1e1\n3,30,5.\n", format: "csv", low: 1, high: 5, observed: true},
		"duplicates":         {file: "x", content: "3,30,1\n1,10,4\n1,20,3.5\n3,30,2\n2,10,1\n3,30,5\n", format: "csv", low: 1, high: 5, observed: true},
	} {
		if c.want == nil {
			c.want = four
		}
		for packing, pack := range map[string]func(string) string{
			"plain": func(s string) string { return s },
			"CRLF":  func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
			"BOM":   func(s string) string { return "\ufeff" + s },
			"gzip":  func(s string) string { return ratingstest.Gzip(t, s) },
			"zstd":  func(s string) string { return ratingstest.Zstd(t, s) },
		} {
			if packing == "CRLF" && strings.Contains(c.content, "two\nlines") {
				continue // the line end is part of that id
			}
			t.Run(name+"/"+packing, func(t *testing.T) {
				path := ratingstest.WriteFile(t, c.file, pack(c.content))
				r := mustRead(t, path, c.opt)
				ratingstest.CheckShape(t, r)
				if got := ratingstest.Listing(r); !slices.Equal(got, c.want) {
					t.Errorf("ratings %q, want %q", got, c.want)
				}
				if r.Low != c.low || r.High != c.high || r.Origin.RangeObserved != c.observed {
					t.Errorf("range %g to %g, observed %v; want %g to %g, %v", r.Low, r.High, r.Origin.RangeObserved, c.low, c.high, c.observed)
				}
				if r.Origin.Format != c.format || r.Origin.Source != path {
					t.Errorf("origin %+v, want format %s and source %s", r.Origin, c.format, path)
				}
				if name == "duplicates" && r.Origin.Duplicates != 2 {
					t.Errorf("%d duplicates counted of 2", r.Origin.Duplicates)
				}
			})
		}
	}
}

func TestIDsAreOrdered(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		want    []string
	}{
		"numbers by value":        {"10,1,1\n9,1,1\n2000000000,1,1\n1,1,1\n", []string{"1", "9", "10", "2000000000"}},
		"texts by bytes":          {"b,1,1\na,1,1\n10,1,1\n9,1,1\n", []string{"10", "9", "a", "b"}},
		"a text after numbers":    {"10,1,1\n9,1,1\n007,1,1\n10,2,1\n", []string{"007", "10", "9"}},
		"negative numbers, texts": {"-1,1,1\n-2,1,1\n0,1,1\n", []string{"-1", "-2", "0"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := mustRead(t, ratingstest.WriteFile(t, "x.csv", c.content), Options{Format: "csv"})
			ratingstest.CheckNames(t, r.UserNames, c.want)
		})
	}
}

func TestDeclaredRangeSurvivesRounding(t *testing.T) {
	r := mustRead(t, ratingstest.WriteFile(t, "x.csv", "1,1,0.1\n1,2,0.3\n1,3,0.30000000000000\n"), Options{Low: 0.1, High: 0.3})
	ratingstest.CheckShape(t, r) // float32(0.3) is above 0.3
}

func TestParseRatingRoundsCorrectly(t *testing.T) {
	for text, want := range map[string]float32{
		"0": 0, "5": 5, "0.1": 0.1, "3.14159": 3.14159, "16777.21": 16777.21, "1234567": 1234567, ".5": 0.5, "5.": 5,
		"12345678": 12345678, "0.00000001": 1e-8, "-2.5": -2.5, "+1e2": 100, "1E-3": 0.001,
	} {
		wide, value, reason := parseRating([]byte(text))
		if reason != "" || value != want || float32(wide) != want {
			t.Errorf("%q reads as %g and %g (%s), want %g", text, wide, value, reason, want)
		}
	}
}
