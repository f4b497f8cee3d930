/**
 * Elements at which the window of the reader can begin. A reading position is the number of such an element in the content, in
 * the order of their start tags.
 */
export const READING_BLOCKS = ['p', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'figure', 'table', 'dd'] as const

const NAMES: ReadonlySet<string> = new Set(READING_BLOCKS)

export function isReadingBlock(name: string): boolean {
  return NAMES.has(name)
}
