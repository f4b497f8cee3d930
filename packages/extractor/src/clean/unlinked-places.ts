import { isPagePlace, validPlaceAddress } from '../blocks/place-id.ts'
import {
  attributeOf,
  elementsOf,
  isElement,
  rewriteTree,
  setAttribute,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'

/**
 * Removes ids to which no link leads, and repeated ones, so that stored HTML contains no others. Links to places that
 * do not exist are replaced by their text. Footnotes are not changed.
 *
 * @param root the tree, changed in place
 */
export function dropUnlinkedPlaces(root: PageParent): void {
  const places: [PageElement, string][] = []
  const linked = new Set<string>()
  for (const element of elementsOf(root)) {
    const id = attributeOf(element, 'id')
    if (id !== undefined && isPagePlace(id)) places.push([element, id])
    const target = element.tagName === 'a' ? validPlaceAddress(attributeOf(element, 'href'))?.slice(1) : undefined
    if (target !== undefined && isPagePlace(target)) linked.add(target)
  }
  const kept = new Set<string>()
  for (const [element, id] of places) {
    if (linked.has(id) && !kept.has(id)) kept.add(id)
    else setAttribute(element, 'id', undefined)
  }
  if ([...linked].every((id) => kept.has(id))) return
  rewriteTree(root, (node) => {
    if (!isElement(node) || node.tagName !== 'a') return node
    const target = validPlaceAddress(attributeOf(node, 'href'))?.slice(1)
    return target === undefined || !isPagePlace(target) || kept.has(target) ? node : node.childNodes
  })
}
