import { isLabel, pointsElsewhere } from '../../clean/unrelated-line-patterns.ts'
import { elementsOf, findElement, textOf, type PageElement } from '../../dom/page-tree.ts'
import type { Measures } from '../../dom/text-measures.ts'

/** Maximum length in characters of the label of a link below an entry. */
const MAX_LINK_LABEL = 30

/** @returns whether a box is an entry of a list post: a heading, a picture and a text, none of them linked, and a short link */
export function isEntryWithLink(element: PageElement, { headings, images, links, text, inputs }: Measures): boolean {
  if (headings === 0 || images === 0 || inputs > 0 || links > MAX_LINK_LABEL || text <= headings + links) return false
  const inner = elementsOf(element)
  const linked = inner.filter(({ tagName }) => tagName === 'a')
  if (linked.length !== 1 || findElement(linked[0]!, isHeadingOrPicture) !== undefined) return false
  const label = textOf(linked[0]!, MAX_LINK_LABEL).trim()
  return (
    !isLabel(label) &&
    !pointsElsewhere(label) &&
    !inner.some((one) => HEADING.test(one.tagName) && findElement(one, isLink))
  )
}

const HEADING = /^h[1-6]$/

function isHeadingOrPicture({ tagName }: PageElement): boolean {
  return HEADING.test(tagName) || tagName === 'img'
}

function isLink({ tagName }: PageElement): boolean {
  return tagName === 'a'
}
