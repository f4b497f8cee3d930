import { parseHTML } from 'linkedom'
import { elementsOf, isElement, isText, type PageElement, type PageParent } from './page-tree.ts'

const EMPTY_PAGE = '<!doctype html><html><head><title></title></head><body></body></html>'

/** The few things that are used of linkedom's nodes; the compiler has no DOM library here. */
interface DomNode {
  appendChild(child: DomNode): unknown
  setAttribute(name: string, value: string): void
}

interface DomDocument {
  title: string
  readonly documentElement: DomNode
  readonly body: DomNode
  createElement(name: string): DomNode
  createTextNode(text: string): DomNode
}

/** A document that Readability can work on. */
export type ReadableDocument = DomDocument

/**
 * Copies a tree that parse5 built into a linkedom document, because linkedom's own parser does not follow the standard.
 * One pass, no recursion. Only the body is copied: metadata has been read, and Readability must not guess it again.
 *
 * @param page the page's tree
 * @param title what the page is called; Readability leaves out headings that repeat it
 * @returns a new document
 */
export function linkedomDocument(page: PageParent, title: string): ReadableDocument {
  const { document } = parseHTML(EMPTY_PAGE) as unknown as { readonly document: DomDocument }
  document.title = title
  const elements = elementsOf(page)
  const root = elements.find((element) => element.tagName === 'html')
  const body = elements.find((element) => element.tagName === 'body')
  if (root) copyAttributes(root, document.documentElement)
  if (body) copyAttributes(body, document.body)
  if (body) copyChildren(document, body, document.body)
  return document
}

function copyChildren(document: DomDocument, from: PageElement, to: DomNode): void {
  const waiting: (readonly [PageElement, DomNode])[] = [[from, to]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [source, target] = next
    for (const child of source.childNodes) {
      if (isText(child)) target.appendChild(document.createTextNode(child.value))
      if (!isElement(child)) continue
      const copy = document.createElement(child.tagName)
      copyAttributes(child, copy)
      target.appendChild(copy)
      waiting.push([child, copy])
    }
  }
}

/**
 * Names that no markup of ours could write are left behind; nothing reads them. linkedom puts a new attribute before the
 * others, so the last goes in first and the order stays.
 */
function copyAttributes(from: PageElement, to: DomNode): void {
  for (const { name, value } of from.attrs.toReversed())
    if (/^[a-z][a-z0-9_-]*$/.test(name)) to.setAttribute(name, value)
}
