import { createElement, emptyElement, isElement, isText, textIn, type PageElement, type PageNode } from './page-tree.ts'

/** A copied node, with a reference to its original. */
interface Copied {
  source?: PageNode
}

/** @returns the original of a copied node; undefined for other nodes */
export function sourceOf(copy: PageNode): PageNode | undefined {
  return (copy as Copied).source
}

/** @returns the copy, with a reference to its original */
export function withSource<Node extends PageNode>(copy: Node, source: PageNode): Node {
  ;(copy as Copied).source = source
  return copy
}

/**
 * @param parts elements of a page
 * @param dropped elements to omit with their contents
 * @returns a new div with copies of the parts. Copies and originals share their attribute lists, so replace a list
 * instead of modifying it
 */
export function copyTree(parts: readonly PageElement[], dropped: ReadonlySet<PageElement>): PageElement {
  const root = createElement('div', {}, [])
  const waiting = parts.map((part) => [part, emptyCopy(part, root)] as const)
  root.childNodes = waiting.map(([, copy]) => copy)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [source, copy] = next
    const children: PageNode[] = []
    for (const child of source.childNodes) {
      if (isText(child)) children.push(withSource(textIn(copy, child.value), child))
      else if (isElement(child) && !dropped.has(child)) {
        const inner = emptyCopy(child, copy)
        children.push(inner)
        waiting.push([child, inner])
      }
    }
    // A list takes only the memory that it needs; one that grows has room for more.
    copy.childNodes = children.slice()
  }
  return root
}

function emptyCopy(source: PageElement, parent: PageElement): PageElement {
  const copy = emptyElement(source.tagName, source.namespaceURI, source.attrs)
  copy.parentNode = parent
  return withSource(copy, source)
}
