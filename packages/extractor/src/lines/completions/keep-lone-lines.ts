import { isLabel, pointsElsewhere } from '../../clean/unrelated-line-patterns.ts'
import { isElement, type PageElement } from '../../dom/page-tree.ts'
import { isHeadingElement } from '../../dom/select-elements.ts'
import { isHeadingLine, type PageLines } from '../page-lines.ts'
import { isAboutPage } from './lines-about-page.ts'

/** Minimum number of words of a line. A shorter one is a name, a date or a kicker. */
const MIN_WORDS = 4

/**
 * Keeps the only line between two headings, such as the purpose in a manual page ("ls — list directory contents"): the model
 * judges a short line without a full stop by too little, and the heading would stand above nothing. The first heading may
 * have been emptied, because it repeats the title.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 * @param isSelected whether the rules selected a line
 */
export function keepLoneLines(page: PageLines, keep: Uint8Array, isSelected: (index: number) => boolean): void {
  const { lines, elements } = page
  for (let index = 0; index < lines.length - 1; index++) {
    if (keep[index] === 1 || keep[index + 1] === 0 || !isSelected(index)) continue
    const { text, linked, block } = lines[index]!
    if (linked > 0 || text.split(' ').length < MIN_WORDS || !isHeadingLine(page, lines[index + 1]!)) continue
    if (isLabel(text) || pointsElsewhere(text) || isAboutPage(text)) continue
    if (isDirectlyBelowHeading(elements[block]!)) keep[index] = 1
  }
}

function isDirectlyBelowHeading(element: PageElement): boolean {
  const siblings = element.parentNode?.childNodes.filter(isElement) ?? []
  const before = siblings[siblings.indexOf(element) - 1]
  return before !== undefined && isHeadingElement(before)
}
