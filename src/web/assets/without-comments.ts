/** On lines of their own, as ours stand: of nothing else is it certain that it is no text. */
const BLOCKS = /^[ \t]*\/\*[^]*?\*\/[ \t]*\n/gm
const LINES = /^[ \t]*\/\/.*\n/gm
const EMPTY = /\n(?:[ \t]*\n)+/g

/**
 * Comments are for whoever reads the source; a page on a phone pays for each.
 * @param script of ours, or a style sheet
 * @returns it without comments that have lines of their own, spaces at the ends of lines, and empty lines
 */
export function withoutComments(script: string): string {
  return script
    .replaceAll(BLOCKS, '')
    .replaceAll(LINES, '')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(EMPTY, '\n')
    .trimStart()
}

/** @returns a style sheet without comments and indentation, which mean nothing in it */
export function plainStyles(sheet: string): string {
  return withoutComments(sheet).replaceAll(/^[ \t]+/gm, '')
}
