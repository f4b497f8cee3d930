import { copyTree } from '../dom/copy-tree.ts'
import { footnoteAddress, footnoteId } from './footnote-address.ts'
import {
  attributeOf,
  createElement,
  elementsOf,
  isElement,
  rewriteTree,
  setChildren,
  type PageElement,
} from '../dom/page-tree.ts'

/**
 * Completes the footnotes of an extracted article. Footnotes from elsewhere on the page are added at the end. Marks
 * without a footnote become plain text, and links back to missing marks are removed.
 *
 * @param root the extracted article, changed in place
 * @param notes the footnotes of the whole page
 * @returns the number of added footnotes
 */
export function settleFootnotes(root: PageElement, notes: readonly PageElement[]): number {
  if (notes.length === 0) return 0
  const wanted = targetsIn(root)
  const present = idsIn(root)
  const missing = notes.filter((note) => isMissing(attributeOf(note, 'id'), wanted, present))
  if (missing.length > 0) setChildren(root, [...root.childNodes, listOf(missing)])
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

function listOf(notes: readonly PageElement[]): PageElement {
  return createElement('ol', {}, copyTree(notes, new Set()).childNodes)
}

function idsIn(root: PageElement): Set<string> {
  return new Set(elementsOf(root).flatMap((element) => footnoteId(attributeOf(element, 'id') ?? '') ?? []))
}

function targetsIn(root: PageElement): Set<string> {
  return new Set(elementsOf(root).flatMap((element) => footnoteAddress(attributeOf(element, 'href'))?.slice(1) ?? []))
}
