/**
 * Matches only comments that fill whole lines. After code on the same line, `//` or `/*` might be part of a string.
 */
const BLOCK_COMMENTS = /^[ \t]*\/\*[^]*?\*\/[ \t]*\n/gm
const LINE_COMMENTS = /^[ \t]*\/\/.*\n/gm
const EMPTY_LINES = /\n(?:[ \t]*\n)+/g

/**
 * Removes comments, to send less with each page.
 * @param script a script or style sheet of this project
 * @returns the script without trailing spaces, empty lines, and comments that fill whole lines
 */
export function stripComments(script: string): string {
  return script
    .replaceAll(BLOCK_COMMENTS, '')
    .replaceAll(LINE_COMMENTS, '')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(EMPTY_LINES, '\n')
    .trimStart()
}

/** @returns a style sheet without comments and indentation */
export function stripStyles(sheet: string): string {
  return stripComments(sheet).replaceAll(/^[ \t]+/gm, '')
}
