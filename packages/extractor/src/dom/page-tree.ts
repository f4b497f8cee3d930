import { html as names, type DefaultTreeAdapterTypes as Tree } from 'parse5'

export type PageNode = Tree.ChildNode
export type PageElement = Tree.Element
export type PageParent = Tree.ParentNode
export type PageText = Tree.TextNode

/** @returns whether the node is an element. Must be fast, because it is called about thirty times for each node. */
export function isElement(node: Tree.Node): node is PageElement {
  return (node as Partial<PageElement>).tagName !== undefined
}

/** @returns whether the node is text */
export function isText(node: Tree.Node): node is PageText {
  return node.nodeName === '#text'
}

/** @returns every node below the root in document order, without the contents of templates */
export function nodesOf(root: PageParent): PageNode[] {
  const found: PageNode[] = []
  const waiting: PageNode[] = root.childNodes.toReversed()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node)
    if (!isElement(node)) continue
    for (let i = node.childNodes.length - 1; i >= 0; i--) waiting.push(node.childNodes[i]!)
  }
  return found
}

/** Adds the child elements of a parent to those that wait for their turn, the first child last. */
function addChildElements({ childNodes }: PageParent, waiting: PageParent[]): void {
  for (let i = childNodes.length - 1; i >= 0; i--) {
    const child = childNodes[i]!
    if (isElement(child)) waiting.push(child)
  }
}

/** @returns every element below the root, in document order */
export function elementsOf(root: PageParent): PageElement[] {
  const found: PageElement[] = []
  const waiting: PageParent[] = [root]
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    if (parent !== root) found.push(parent as PageElement)
    addChildElements(parent, waiting)
  }
  return found
}

/** @returns every element below the root that matches, in document order */
export function findElements(root: PageParent, isWanted: (element: PageElement) => boolean): PageElement[] {
  const found: PageElement[] = []
  const waiting: PageParent[] = [root]
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    if (parent !== root && isWanted(parent as PageElement)) found.push(parent as PageElement)
    addChildElements(parent, waiting)
  }
  return found
}

/** @returns the first matching element below the root, in document order */
export function findElement(root: PageParent, isWanted: (element: PageElement) => boolean): PageElement | undefined {
  const waiting: PageParent[] = [root]
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    if (parent !== root && isWanted(parent as PageElement)) return parent as PageElement
    addChildElements(parent, waiting)
  }
  return undefined
}

/**
 * @returns the first `limit` elements below the root in document order. The cost does not depend on the tree's size.
 */
export function firstElements(root: PageParent, limit: number): PageElement[] {
  const found: PageElement[] = []
  const waiting: Iterator<PageNode>[] = [root.childNodes.values()]
  while (waiting.length > 0 && found.length < limit) {
    const { value: node, done } = waiting.at(-1)!.next()
    if (done === true) waiting.pop()
    else if (isElement(node)) {
      found.push(node)
      waiting.push(node.childNodes.values())
    }
  }
  return found
}

/**
 * Default maximum length of a text in characters. It keeps regular expressions fast (security specification, 2.2 F11).
 */
const MAX_TEXT = 65_536

/** @returns the text of all text nodes below the node, cut after `limit` characters */
export function textOf(node: PageParent, limit: number = MAX_TEXT): string {
  let text = ''
  const waiting: PageNode[] = node.childNodes.toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isText(next)) text += next.value
    if (text.length >= limit) return text.slice(0, limit)
    if (!isElement(next)) continue
    for (let i = next.childNodes.length - 1; i >= 0; i--) waiting.push(next.childNodes[i]!)
  }
  return text
}

/** @returns the text of nodes that may have different parents, cut after about `limit` characters */
export function textOfNodes(nodes: readonly PageNode[], limit: number): string {
  let text = ''
  for (const node of nodes) {
    if (text.length >= limit) break
    if (isText(node)) text += node.value
    else if (isElement(node)) text += textOf(node, limit - text.length)
  }
  return text
}

const SPACED_ELEMENTS = new Set(
  'address article br dd div dt h1 h2 h3 h4 h5 h6 header li p section td th time tr ul'.split(' '),
)

/** @returns the text below the node without scripts and styles, with a space between blocks */
export function visibleTextOf(node: PageParent): string {
  let text = ''
  for (const child of nodesOf(node)) {
    if (text.length >= MAX_TEXT) return text.slice(0, MAX_TEXT)
    if (isElement(child) && SPACED_ELEMENTS.has(child.tagName)) text += ' '
    if (isText(child) && !isHidden(child.parentNode)) text += child.value
  }
  return text
}

/** @returns the text below the node without scripts and styles, with a space between any two text nodes */
export function spacedTextOf(node: PageParent): string {
  let text = ''
  for (const child of nodesOf(node)) {
    if (text.length >= MAX_TEXT) return text.slice(0, MAX_TEXT)
    if (isText(child) && !isHidden(child.parentNode)) text += ` ${child.value}`
  }
  return text
}

function isHidden(parent: PageParent | null): boolean {
  return parent !== null && ['script', 'style', 'noscript', 'template'].includes(parent.nodeName)
}

/** @returns the attribute's value; undefined if the element does not have the attribute */
export function attributeOf(element: PageElement, name: string): string | undefined {
  for (const attribute of element.attrs) if (attribute.name === name) return attribute.value
  return undefined
}

/** Sets an attribute; undefined removes it. */
export function setAttribute(element: PageElement, name: string, value: string | undefined): void {
  const rest = element.attrs.filter((attribute) => attribute.name !== name)
  element.attrs = value === undefined ? rest : [...rest, { name, value }]
}

/**
 * Makes an element. All nodes with children have the same fields in the same order, also those that only copies
 * (`source`, see `copyTree`) and templates (`content`) use, because V8 reads the fields of objects of few shapes several
 * times as fast.
 *
 * @returns a new element without a parent and children
 */
export function emptyElement(
  tagName: string,
  namespaceURI: PageElement['namespaceURI'],
  attrs: PageElement['attrs'],
): PageElement {
  const element = {
    nodeName: tagName,
    tagName,
    attrs,
    namespaceURI,
    childNodes: [],
    parentNode: null,
    source: undefined,
    content: undefined,
  }
  return element
}

/** @returns a new root of a tree, with the fields of an element, but no tag name */
export function emptyRoot(nodeName: '#document' | '#document-fragment'): PageParent {
  const root = {
    nodeName,
    tagName: undefined,
    attrs: [],
    namespaceURI: names.NS.HTML,
    childNodes: [],
    parentNode: null,
    source: undefined,
    content: undefined,
  }
  return root as unknown as PageParent
}

/** @returns a new HTML element without a parent, with these children */
export function createElement(
  tagName: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly PageNode[],
): PageElement {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }))
  const element = emptyElement(tagName, names.NS.HTML, attrs)
  setChildren(element, children)
  return element
}

/** @returns a new text node without a parent */
export function createText(value: string): PageNode {
  return textIn(null, value)
}

/** @returns a new text node with this parent, which does not get the text as a child */
export function textIn(parentNode: PageParent | null, value: string): PageText {
  const text = { nodeName: '#text', value, parentNode, source: undefined } as const
  return text
}

/** Replaces all children of a parent. */
export function setChildren(parent: PageParent, children: readonly PageNode[]): void {
  parent.childNodes = [...children]
  for (const child of parent.childNodes) child.parentNode = parent
}

/**
 * Rewrites a tree from its leaves upwards, in linear time and without recursion.
 *
 * @param root the tree, changed in place
 * @param replace returns the replacement of a node: the node itself, or a list of nodes, which may be empty
 */
export function rewriteTree(root: PageParent, replace: Replace): void {
  const parents = elementsOf(root)
  for (let i = parents.length - 1; i >= 0; i--)
    if (parents[i]!.childNodes.length > 0) rewriteChildren(parents[i]!, replace)
  rewriteChildren(root, replace)
}

type Replace = (node: PageNode) => PageNode | readonly PageNode[]

/** Replaces the children of one parent. Allocates a new list only if a child is replaced, which is rare. */
function rewriteChildren(parent: PageParent, replace: Replace): void {
  const before = parent.childNodes
  let children: PageNode[] | undefined
  for (let i = 0; i < before.length; i++) {
    const child = before[i]!
    const replaced = replace(child)
    if (replaced === child) {
      children?.push(child)
      continue
    }
    children ??= before.slice(0, i)
    if (isList(replaced)) for (const node of replaced) children.push(node)
    else children.push(replaced)
  }
  if (children) setChildren(parent, children)
}

function isList(replaced: PageNode | readonly PageNode[]): replaced is readonly PageNode[] {
  return Array.isArray(replaced)
}

/**
 * Removes elements from a tree, in linear time.
 *
 * @param root the tree, changed in place
 * @param dropped elements to remove with their contents
 */
export function detachNode(root: PageParent, dropped: ReadonlySet<PageElement>): void {
  if (dropped.size === 0) return
  const parents = new Set<PageParent>()
  for (const { parentNode } of dropped) if (parentNode !== null) parents.add(parentNode)
  for (const parent of parents)
    parent.childNodes = parent.childNodes.filter((child) => !dropped.has(child as PageElement))
}
