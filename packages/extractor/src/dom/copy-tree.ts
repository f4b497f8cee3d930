import { createElement, isElement, isText, type PageElement, type PageNode, type PageText } from './page-tree.ts'

/** A copied node, with a reference to its original. */
interface Copied {
  readonly source?: PageNode
}

/** @returns the original of a copied node; undefined for other nodes */
export function sourceOf(copy: PageNode): PageNode | undefined {
  return (copy as Copied).source
}

/** @returns the copy, with a reference to its original */
export function withSource<Node extends PageNode>(copy: Node, source: PageNode): Node {
  return Object.assign(copy, { source })
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
      if (isText(child)) children.push(copyText(child, copy))
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

function copyText(source: PageText, parent: PageElement): PageText {
  const copy = { nodeName: '#text', value: source.value, parentNode: parent, source } as const
  return copy satisfies PageText & Copied
}

function emptyCopy(source: PageElement, parent: PageElement): PageElement {
  const { nodeName, tagName, namespaceURI } = source
  const copy: PageElement & Copied = {
    nodeName,
    tagName,
    attrs: source.attrs,
    namespaceURI,
    childNodes: [],
    parentNode: parent,
    source,
  }
  return copy
}
