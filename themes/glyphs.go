package themes

// Glyphs are the characters a theme draws with. Each fills exactly one cell.
type Glyphs struct {
	// Panels.
	TopLeft, TopRight, BottomLeft, BottomRight string
	Horizontal, Vertical                       string

	// Sliders, bars and gauges.
	Knob, KnobFocus string
	Track, Filled   string     // a slider's track beyond and before the knob
	Full, Empty     string     // a bar's done and open cells
	Eighths         [7]string  // a bar's last cell, 1/8 to 7/8 full
	Planned         string     // budget that is planned and not yet spent
	Fills           [12]string // budget that is spent, by kind of release
	Densities       [5]string  // cells of a heat map, sparsest first

	// Charts.
	Markers    [8]string // a run's measured points
	Strokes    [4]Stroke // lines: 0 where colours tell runs apart, all four where they cannot
	Band       string    // between the bounds of a line's noise
	Point      string    // a measured point before the latest
	Dashed     Stroke    // a second measure of a run
	Ghost      Stroke    // lines of earlier runs
	Thresholds [4]string // horizontal baselines
	Cursor     string    // the crosshair's vertical line
	Tick       string    // on the value axis
	TickDown   string    // on the step axis
	Corner     string    // where the axes meet
	Axis       string    // of the step axis
	Diverged   string    // a value that is not a number

	// Words and lists.
	Left, Right, Up, Down string // directions: keys, "more"
	Current               string // the row, release or knob at work
	Changed               string // differs from the default
	Check, Cross, Alert   string
	Play, Pause, Stop     string
	Ellipsis              string
}

// Stroke is the set of characters of one line style.
type Stroke struct {
	Horizontal, Vertical string
	DownRight, DownLeft  string // ╭ ╮
	UpRight, UpLeft      string // ╰ ╯
	StartCap, EndCap     string // ╶ ╴
}

var unicodeGlyphs = Glyphs{
	TopLeft: "╭", TopRight: "╮", BottomLeft: "╰", BottomRight: "╯", Horizontal: "─", Vertical: "│",

	Knob: "●", KnobFocus: "◉", Track: "─", Filled: "━",
	Full: "█", Empty: "░", Eighths: [7]string{"▏", "▎", "▍", "▌", "▋", "▊", "▉"},
	Planned: "·", Fills: [12]string{"█", "▓", "▒", "░", "╱", "╲", "╳", "▚", "▤", "▄", "▀", "▌"},
	Densities: [5]string{"·", "░", "▒", "▓", "█"},

	Markers: [8]string{"◉", "◆", "▲", "■", "○", "◇", "△", "□"},
	Strokes: [4]Stroke{
		{"─", "│", "╭", "╮", "╰", "╯", "╶", "╴"},
		{"━", "┃", "┏", "┓", "┗", "┛", "╺", "╸"},
		{"═", "║", "╔", "╗", "╚", "╝", "═", "═"},
		{"╍", "╏", "┏", "┓", "┗", "┛", "╺", "╸"},
	},
	Band: "░", Point: "•",
	Dashed:     Stroke{"╌", "╎", "╭", "╮", "╰", "╯", "╶", "╴"},
	Ghost:      Stroke{"┈", "┊", "╭", "╮", "╰", "╯", "╶", "╴"},
	Thresholds: [4]string{"┄", "┅", "╍", "┉"}, Cursor: "┆", Tick: "┤", TickDown: "┬", Corner: "└", Axis: "─", Diverged: "×",

	Left: "←", Right: "→", Up: "↑", Down: "↓", Current: "▸", Changed: "*",
	Check: "✓", Cross: "✗", Alert: "▲", Play: "▶", Pause: "‖", Stop: "■", Ellipsis: "…",
}

var asciiGlyphs = Glyphs{
	TopLeft: "+", TopRight: "+", BottomLeft: "+", BottomRight: "+", Horizontal: "-", Vertical: "|",

	Knob: "o", KnobFocus: "O", Track: "-", Filled: "=",
	Full: "#", Empty: ".", Eighths: [7]string{".", ":", ":", "-", "=", "+", "*"},
	Planned: ".", Fills: [12]string{"#", "%", "=", ":", "/", "\\", "x", "+", "$", "_", "^", "|"},
	Densities: [5]string{".", ":", "+", "%", "@"},

	Markers: [8]string{"o", "x", "+", "#", "@", "%", "&", "$"},
	Strokes: [4]Stroke{
		{"-", "|", ".", ".", "'", "'", "-", "-"},
		{"=", "|", ".", ".", "'", "'", "=", "="},
		{"*", "*", "*", "*", "*", "*", "*", "*"},
		{"#", "#", "#", "#", "#", "#", "#", "#"},
	},
	Band: ":", Point: "o",
	Dashed:     Stroke{"~", ":", ".", ".", "'", "'", "~", "~"},
	Ghost:      Stroke{".", ":", ".", ".", ".", ".", ".", "."},
	Thresholds: [4]string{"_", "=", ",", "`"}, Cursor: "|", Tick: "|", TickDown: "+", Corner: "+", Axis: "-", Diverged: "x",

	Left: "<", Right: ">", Up: "^", Down: "v", Current: ">", Changed: "*",
	Check: "+", Cross: "x", Alert: "!", Play: ">", Pause: "=", Stop: "#", Ellipsis: "~",
}
