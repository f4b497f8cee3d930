import { createElement, isElement, isText, type PageElement } from './page-tree.ts'

/**
 * @param parts elements of a page
 * @param dropped elements to omit with their contents
 * @returns a new div with copies of the parts; the page is not changed. Attribute lists are shared: changes replace
 *   them instead of modifying them
 */
export function copyTree(parts: readonly PageElement[], dropped: ReadonlySet<PageElement>): PageElement {
  const root = createElement('div', {}, [])
  const waiting = parts.map((part) => [part, emptyCopy(part, root)] as const)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [source, copy] = next
    for (const child of source.childNodes) {
      if (isText(child)) copy.childNodes.push({ nodeName: '#text', value: child.value, parentNode: copy })
      else if (isElement(child) && !dropped.has(child)) waiting.push([child, emptyCopy(child, copy)])
    }
  }
  return root
}

function emptyCopy(source: PageElement, parent: PageElement): PageElement {
  const { nodeName, tagName, namespaceURI } = source
  const copy: PageElement = {
    nodeName,
    tagName,
    attrs: source.attrs,
    namespaceURI,
    childNodes: [],
    parentNode: parent,
  }
  parent.childNodes.push(copy)
  return copy
}
