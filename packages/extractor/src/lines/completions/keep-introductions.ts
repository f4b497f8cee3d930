import { isLabel, pointsElsewhere } from '../../clean/unrelated-line-patterns.ts'
import { isElement, type PageElement } from '../../dom/page-tree.ts'
import type { PageLines } from '../page-lines.ts'

/** Maximum length in characters of a line that introduces what follows it. */
const MAX_LENGTH = 200
const INTRODUCTION_END = /\p{L}[\p{Pf}"')\]]?\s?[:：]$/u
/** Elements that such a line introduces: a quotation, code, a list or a table. */
const INTRODUCED = new Set(['blockquote', 'pre', 'ul', 'ol', 'dl', 'table'])

/**
 * Keeps lines that end with a colon directly before a kept quotation, list, table or code, such as the name of the person who is
 * quoted. The model judges such a line by too little, above all if it is a link.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 * @param isSelected whether the rules selected a line
 */
export function keepIntroductions(page: PageLines, keep: Uint8Array, isSelected: (index: number) => boolean): void {
  const { lines, elements } = page
  for (let index = lines.length - 2; index >= 0; index--) {
    if (keep[index] === 1 || keep[index + 1] === 0 || !isSelected(index)) continue
    const { text, block } = lines[index]!
    if (text.length > MAX_LENGTH || !INTRODUCTION_END.test(text.slice(-4))) continue
    if (isLabel(text) || pointsElsewhere(text)) continue
    if (introduces(elements[block]!)) keep[index] = 1
  }
}

function introduces(element: PageElement): boolean {
  const siblings = element.parentNode?.childNodes.filter(isElement) ?? []
  const next = siblings[siblings.indexOf(element) + 1]
  return next !== undefined && INTRODUCED.has(next.tagName)
}
