import type { PageParent } from '../dom/page-tree.ts'
import { linkDensity, measureTree } from '../dom/text-measures.ts'

/** Minimum length in characters of the paragraphs in a frame that is part of the text. Advertisements have fewer. */
const MIN_PROSE = 300
const MAX_LINKED = 0.3

/** @returns true if a page in a frame is text to read, and not an advertisement or a control */
export function isFrameText(content: PageParent): boolean {
  const inside = measureTree(content, new Set()).get(content)!
  return inside.long >= MIN_PROSE && linkDensity(inside) <= MAX_LINKED
}
