package themes

// Palette gives every role a colour: "#rrggbb", one of the terminal's own sixteen by name ("red", "bright-blue"), or
// "default" for its text. An empty Background leaves the terminal's own.
//
// Text, Muted, Accent, Focus, Good, Warning, Bad and the series are read as text, so their contrast with Background
// is at least 4.5:1; Faint and BorderFocus reach 3:1. Surface lies behind text too.
type Palette struct {
	Name string
	Dark bool // Background is dark, or is to be assumed dark when empty

	Background  string // of the whole screen; "" for the terminal's own
	Surface     string // behind dialogs, selections and the active tab; "default" reverses the text instead
	Text        string
	Muted       string // secondary text: units, hints, axis labels
	Faint       string // not text: tracks, planned budget, rules
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

// HighContrast reaches 7:1 for everything that is read.
var HighContrast = Palette{
	Name: "high-contrast", Dark: true,
	Background: "#000000", Surface: "#262626",
	Text: "#ffffff", Muted: "#d6d6d6", Faint: "#8f8f8f",
	Accent: "#8fd3ff", Focus: "#ffe94a",
	Good: "#6dff8d", Warning: "#ffc04d", Bad: "#ff9d94",
	Border: "#8f8f8f", BorderFocus: "#ffe94a",
	Series: [8]string{"#7fd0ff", "#ffb347", "#6dff8d", "#ff9ee5", "#d0b8ff", "#fff176", "#5ff5f5", "#ff9d85"},
}

// ColourBlind keeps apart, on a dark background, what protanopia and deuteranopia confuse: its series begin as Okabe
// and Ito's set, and were moved apart in both simulations. Good is blue and bad is orange.
var ColourBlind = Palette{
	Name: "colour-blind", Dark: true,
	Background: "#0e1116", Surface: "#242b36",
	Text: "#e8ecf1", Muted: "#a3adba", Faint: "#6b7685",
	Accent: "#61a5ed", Focus: "#f4e04d",
	Good: "#61a5ed", Warning: "#f4e04d", Bad: "#ff8a3d",
	Border: "#3d4756", BorderFocus: "#f4e04d",
	Series: [8]string{"#61a5ed", "#fe8b00", "#12d280", "#c67da0", "#ffff00", "#5577ff", "#cc602b", "#ffffff"},
}

// ColourBlindLight is the same for a light background and for projectors.
var ColourBlindLight = Palette{
	Name: "colour-blind-light", Dark: false,
	Background: "#fcfcfa", Surface: "#e7ebf0",
	Text: "#16191e", Muted: "#525c68", Faint: "#848c96",
	Accent: "#0e5dbc", Focus: "#a01c1c",
	Good: "#0e5dbc", Warning: "#7a5c00", Bad: "#b0005e",
	Border: "#c0c7d0", BorderFocus: "#a01c1c",
	Series: [8]string{"#0e5dbc", "#e51618", "#0f6547", "#cf2c8c", "#1f851d", "#272b76", "#64114d", "#111111"},
}

// Terminal draws with the terminal's own sixteen colours, whatever its owner has made of them.
var Terminal = Palette{
	Name: "terminal", Dark: true,
	Surface: "default",
	Text:    "default", Muted: "default", Faint: "bright-black",
	Accent: "cyan", Focus: "yellow",
	Good: "green", Warning: "yellow", Bad: "bright-red",
	Border: "bright-black", BorderFocus: "yellow",
	Series: [8]string{"cyan", "yellow", "green", "bright-magenta", "bright-red", "white", "bright-yellow", "bright-green"},
}

// builtin lists the palettes in the order in which they are offered.
var builtin = Set{Dark, Light, HighContrast, ColourBlind, ColourBlindLight, Terminal}
