// Package themes turns palettes into style sheets: nothing but colours and glyphs.
//
// A Palette names colours by what they are for. New turns one into a Theme, whose styles and glyphs are all that the
// dashboard draws with. There is no global state: to change the theme at run time, use another *Theme.
package themes

// Palette gives every role a colour, as "#rrggbb". An empty Background leaves the terminal's own.
//
// Text, Muted, Accent, Focus, Good, Warning, Bad and the series are read as text, so their contrast with Background
// is at least 4.5:1; Faint and BorderFocus reach 3:1. Surface lies behind text too.
type Palette struct {
	Name string
	Dark bool // Background is dark, or is to be assumed dark when empty

	Background  string // behind everything; "" for the terminal's own
	Surface     string // behind dialogs, selections and the active tab
	Text        string
	Muted       string // secondary text: units, hints, axis labels
	Faint       string // what is no text: tracks, planned budget, rules
	Accent      string // titles, the active tab, the values that can be changed
	Focus       string // what the keyboard acts on
	Good        string
	Warning     string
	Bad         string
	Border      string
	BorderFocus string

	Series [8]string // categorical: a run keeps its number, so its colour
}

// Dark is for terminals with a dark background.
var Dark = Palette{
	Name: "dark", Dark: true,
	Background: "#0f1218", Surface: "#222936",
	Text: "#e4e8ee", Muted: "#9ba6b5", Faint: "#667180",
	Accent: "#79b8ff", Focus: "#ffd166",
	Good: "#7bd88f", Warning: "#ffb35c", Bad: "#ff7d75",
	Border: "#3b4554", BorderFocus: "#ffd166",
	Series: [8]string{"#5eb5ff", "#ffb35c", "#64d8a4", "#ff8cc8", "#c3a6ff", "#efd75f", "#55d9e0", "#ff8b78"},
}

// Light is for terminals with a light background, and for projectors.
var Light = Palette{
	Name: "light", Dark: false,
	Background: "#fbfaf7", Surface: "#e8ebef",
	Text: "#1b2027", Muted: "#55606c", Faint: "#868e98",
	Accent: "#0a5bb8", Focus: "#9a3d00",
	Good: "#17703a", Warning: "#8a5200", Bad: "#bd1f2d",
	Border: "#c2c8d0", BorderFocus: "#9a3d00",
	Series: [8]string{"#0a5bb8", "#a84b00", "#0f6e52", "#ab1f78", "#6a3cc0", "#6e5a00", "#00687a", "#b8302a"},
}

// builtin lists the palettes in the order in which they are offered.
var builtin = Set{Dark, Light}
