/** Says only what readers of books do not decide themselves. */
export const STYLE_SHEET = `body { margin: 0 5%; line-height: 1.5; }
h1, h2, h3, h4, h5, h6 { line-height: 1.2; page-break-after: avoid; }
img { max-width: 100%; height: auto; }
pre { white-space: pre-wrap; font-size: 0.85em; }
blockquote { margin: 1em 1.5em; }
table { border-collapse: collapse; }
td, th { border: 1px solid; padding: 0.2em 0.4em; vertical-align: top; }
.block { display: block; }
.b, .strong, .summary { font-weight: bold; }
.i, .em { font-style: italic; }
.caption { font-size: 0.85em; text-align: center; }
.cover { margin: 0; text-align: center; }
.facts dt { font-weight: bold; margin-top: 0.6em; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
`
