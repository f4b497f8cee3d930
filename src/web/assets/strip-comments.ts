/**
 * Matches only comments that fill whole lines. After code on the same line, `//` or `/*` might be part of a string.
 */
const BLOCKS = /^[ \t]*\/\*[^]*?\*\/[ \t]*\n/gm
const LINES = /^[ \t]*\/\/.*\n/gm
const EMPTY = /\n(?:[ \t]*\n)+/g

/**
 * Removes comments, to send less with each page.
 * @param script a script or style sheet of this project
 * @returns the script without trailing spaces, empty lines, and comments that fill whole lines
 */
export function stripComments(script: string): string {
  return script
    .replaceAll(BLOCKS, '')
    .replaceAll(LINES, '')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(EMPTY, '\n')
    .trimStart()
}

/** @returns a style sheet without comments and indentation */
export function plainStyles(sheet: string): string {
  return stripComments(sheet).replaceAll(/^[ \t]+/gm, '')
}
