/** Schemes that run something, or open something of the reader's own machine, where somebody follows them. */
const DANGEROUS: ReadonlySet<string> = new Set([
  'javascript:',
  'vbscript:',
  'data:',
  'blob:',
  'file:',
  'filesystem:',
  'jar:',
  'about:',
  'view-source:',
])

/**
 * Where a reader found a page is a text of its own: mostly an address, of any scheme that apps have. Apps show it as a
 * link, so what would run when it is followed is never kept (security specification, S1).
 * @returns the text as it was given, or undefined for such an address however it is written
 */
export function originOrNothing(text: string | undefined): string | undefined {
  // The parser of browsers: blanks before the scheme, and tabs and line ends within it, count for nothing.
  const scheme = text === undefined ? undefined : URL.parse(text)?.protocol
  return scheme !== undefined && DANGEROUS.has(scheme) ? undefined : text
}
