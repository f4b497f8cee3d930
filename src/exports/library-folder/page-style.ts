/** The style of all pages of a library in a folder. They need no fonts and no network. */
export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1d1b18, #e8e4dc);
  --muted: light-dark(#635d54, #a8a196);
  --line: light-dark(#d9d4ca, #3b3833);
  --link: light-dark(#0b5c8c, #8cc4e8);
  --page: light-dark(#fdfcfa, #191816);
}
body {
  margin: 0 auto;
  max-width: 44rem;
  padding: 2rem 1.25rem 4rem;
  background: var(--page);
  color: var(--text);
  font: 1.0625rem/1.6 Georgia, 'Times New Roman', serif;
  overflow-wrap: anywhere;
}
a { color: var(--link); }
h1 { font-size: 1.75rem; line-height: 1.25; }
img, video, svg { max-width: 100%; height: auto; }
pre, table { overflow-x: auto; }
table { display: block; border-collapse: collapse; }
th, td { border: 1px solid var(--line); padding: 0.25rem 0.5rem; }
blockquote { margin-inline: 0; border-inline-start: 3px solid var(--line); padding-inline-start: 1rem; }
.note { white-space: pre-line; }
.meta, label, output { font-family: system-ui, sans-serif; font-size: 0.875rem; color: var(--muted); }
input[type='search'] {
  box-sizing: border-box;
  width: 100%;
  margin-block: 0.25rem 0.5rem;
  border: 1px solid var(--muted);
  border-radius: 0.375rem;
  padding: 0.5rem 0.75rem;
  background: transparent;
  color: var(--text);
  font: 1rem system-ui, sans-serif;
}
.entries { list-style: none; padding: 0; }
.entries li {
  border-top: 1px solid var(--line);
  padding-block: 0.75rem;
  content-visibility: auto;
  contain-intrinsic-size: auto 4.5rem;
}
.entries p { margin: 0; }
[hidden] { display: none !important; }
`
