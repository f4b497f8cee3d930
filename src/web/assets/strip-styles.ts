/** Matches only comments that fill whole lines. After code on the same line, `/*` might be part of a string. */
const COMMENTS = /^[ \t]*\/\*[^]*?\*\/[ \t]*\n/gm

/** @returns a style sheet without indentation, trailing spaces, empty lines, and comments that fill whole lines */
export function stripStyles(sheet: string): string {
  return sheet
    .replaceAll(COMMENTS, '')
    .replaceAll(/^[ \t]+|[ \t]+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trimStart()
}
