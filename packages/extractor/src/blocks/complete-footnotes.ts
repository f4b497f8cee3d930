import { copyTree } from '../dom/copy-tree.ts'
import { footnoteAddress, footnoteId } from './footnote-address.ts'
import {
  attributeOf,
  createElement,
  elementsOf,
  findElement,
  isElement,
  rewriteTree,
  setAttribute,
  setChildren,
  type PageElement,
  type PageNode,
} from '../dom/page-tree.ts'

/**
 * Completes the footnotes of an extracted article with footnotes from elsewhere on the page. References without a
 * footnote become plain text, and links back to missing references are removed.
 *
 * @param root the extracted article, changed in place
 * @param notes the footnotes of the whole page
 * @returns the number of added footnotes
 */
export function completeFootnotes(root: PageElement, notes: readonly PageElement[]): number {
  if (notes.length === 0) return 0
  const wanted = targetsIn(root)
  const present = idsIn(root)
  const missing = notes.filter((note) => isMissing(attributeOf(note, 'id'), wanted, present))
  if (missing.length > 0) addNotes(root, missing)
  const ids = idsIn(root)
  rewriteTree(root, (node) => {
    const address = isElement(node) && node.tagName === 'a' ? footnoteAddress(attributeOf(node, 'href')) : undefined
    if (address === undefined || ids.has(address.slice(1)) || !isElement(node)) return node
    return address.startsWith('#fnref') ? [] : node.childNodes
  })
  return missing.length
}

function isMissing(id: string | undefined, wanted: ReadonlySet<string>, present: ReadonlySet<string>): boolean {
  return id !== undefined && wanted.has(id) && !present.has(id)
}

/**
 * Inserts footnotes by number into the list with the article's other footnotes. If there is no such list, adds a new
 * one at the end of the article.
 */
function addNotes(root: PageElement, notes: readonly PageElement[]): void {
  const found = findElement(root, (element) => numberOf(element) > 0)?.parentNode
  const isInList = found !== undefined && found !== null && isElement(found) && found.tagName === 'ol'
  const list = isInList ? found : createElement('ol', {}, [])
  const items = [...list.childNodes]
  for (const note of copyTree(notes, new Set()).childNodes) {
    const at = items.findIndex((item) => numberOf(item) > numberOf(note))
    items.splice(at === -1 ? items.length : at, 0, note)
  }
  setChildren(list, items)
  const first = numberOf(items.find((item) => numberOf(item) > 0))
  setAttribute(list, 'start', first > 1 ? String(first) : undefined)
  if (!isInList) setChildren(root, [...root.childNodes, list])
}

/** @returns the number of a footnote; 0 for other nodes */
function numberOf(node: PageNode | undefined): number {
  const id = node !== undefined && isElement(node) ? footnoteId(attributeOf(node, 'id') ?? '') : undefined
  return id?.startsWith('fn-') ? Number(id.slice('fn-'.length)) : 0
}

function idsIn(root: PageElement): Set<string> {
  return new Set(elementsOf(root).flatMap((element) => footnoteId(attributeOf(element, 'id') ?? '') ?? []))
}

function targetsIn(root: PageElement): Set<string> {
  return new Set(elementsOf(root).flatMap((element) => footnoteAddress(attributeOf(element, 'href'))?.slice(1) ?? []))
}
