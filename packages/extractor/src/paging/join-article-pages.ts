import { serialize } from 'parse5'
import { footnoteAddress, footnoteId } from '../blocks/footnote-address.ts'
import { isPagePlace, validPlaceAddress, validPlaceId } from '../blocks/place-id.ts'
import { attributeOf, elementsOf, setAttribute, type PageParent } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'

/**
 * Joins the parts of one article. Footnotes, which each part numbers from one, get consecutive numbers, so that every
 * reference still leads to its own footnote. Other places of the second and further parts get the number of their part.
 *
 * @param parts extracted content of each part, in order
 * @returns the content of the whole article
 */
export function joinArticlePages(parts: readonly string[]): string {
  let last = 0
  const joined = parts.map((html, index) => {
    const tree = parseHtmlFragment(html)
    if (index > 0) renamePlaces(tree, index + 1)
    last = countOn(tree, last)
    return serialize(tree)
  })
  return joined.join('\n')
}

/**
 * Adds `from` to all footnote numbers of a part.
 * @returns the highest footnote number so far
 */
function countOn(tree: PageParent, from: number): number {
  let last = from
  for (const { attrs } of elementsOf(tree))
    for (const attribute of attrs) {
      if (!leadsToNote(attribute)) continue
      const number = Number(/\d+$/.exec(attribute.value)![0]) + from
      attribute.value = attribute.value.replace(/\d+$/, String(number))
      last = Math.max(last, number)
    }
  return last
}

/** Adds the number of the part to the ids of places and to the links to them, because parts may use the same ids. */
function renamePlaces(tree: PageParent, part: number): void {
  for (const element of elementsOf(tree)) {
    const id = validPlaceId(attributeOf(element, 'id'))
    if (id !== undefined && isPagePlace(id)) setAttribute(element, 'id', `p${part}-${id}`)
    const place = validPlaceAddress(attributeOf(element, 'href'))?.slice(1)
    if (place !== undefined && isPagePlace(place)) setAttribute(element, 'href', `#p${part}-${place}`)
  }
}

function leadsToNote({ name, value }: { readonly name: string; readonly value: string }): boolean {
  if (name === 'id') return footnoteId(value) !== undefined
  return name === 'href' && footnoteAddress(value) !== undefined
}
