// Package themes turns palettes into style sheets: colours and glyphs, and nothing else.
//
// A Palette names colours by their use. New turns one into a Theme, whose styles and glyphs are all that the dashboard
// draws with. The package must keep no global state: to change the theme at run time, use another *Theme.
//
// Contrasts are those of WCAG 2.2.
package themes
