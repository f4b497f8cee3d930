import { withSource } from '../dom/copy-tree.ts'
import {
  createText,
  emptyElement,
  isElement,
  isText,
  setChildren,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../dom/page-tree.ts'

/**
 * Elements that are copied as `div`. Otherwise, the sanitiser would remove some of them together with the kept text.
 */
const COPIED_AS_DIV = new Set('form fieldset nav footer aside button label dialog menu body'.split(' '))
const BREAK_ELEMENTS = new Set(['br', 'hr', 'wbr'])
/** Elements that are copied even if nothing in them is kept: the cells of a row, and the sources of a player. */
const REQUIRED_PARTS = new Set(['td', 'th', 'source'])

/**
 * Copies parts of a page.
 * @param body the body of the page, which is not changed
 * @param kept the nodes to copy: texts and media
 * @returns a `div` with copies of these nodes and of the elements around them (see `sourceOf`)
 */
export function copyKeptNodes(body: PageElement, kept: ReadonlySet<PageNode>): PageElement {
  const root = copyOf(body)
  const around = elementsAround(kept)
  const waiting: { readonly source: PageElement; readonly copy: PageElement }[] = [{ source: body, copy: root }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { source, copy } = next
    const children: PageNode[] = []
    for (const child of source.childNodes) {
      const copied = copyOfChild(child, kept, around)
      if (copied === undefined) continue
      children.push(copied)
      if (isElement(child) && isElement(copied) && around.has(child)) waiting.push({ source: child, copy: copied })
    }
    setChildren(copy, children)
  }
  root.childNodes = root.childNodes.filter((child) => !isText(child) || child.value.trim() !== '')
  return root
}

/** @returns a copy of the node without its children; undefined for nodes to leave out */
function copyOfChild(
  child: PageNode,
  kept: ReadonlySet<PageNode>,
  around: ReadonlySet<PageNode>,
): PageNode | undefined {
  if (isText(child))
    return kept.has(child) || child.value.trim() === '' ? withSource(createText(child.value), child) : undefined
  if (!isElement(child)) return undefined
  if (around.has(child) || BREAK_ELEMENTS.has(child.tagName) || REQUIRED_PARTS.has(child.tagName)) return copyOf(child)
  return isSpace(child) ? createText(' ') : undefined
}

/** @returns whether an element contains only white space. Such elements separate words in highlighted code. */
function isSpace({ childNodes: [only, ...others] }: PageElement): boolean {
  return only !== undefined && others.length === 0 && isText(only) && only.value.trim() === ''
}

/**
 * @returns the elements among the nodes, and all elements that contain one of the nodes. Text nodes that contain only
 * white space are ignored.
 */
function elementsAround(nodes: ReadonlySet<PageNode>): Set<PageNode> {
  const found = new Set<PageNode>()
  for (const node of nodes) {
    if (isText(node) && node.value.trim() === '') continue
    let element: PageParent | null = isElement(node) ? node : node.parentNode
    while (element !== null && isElement(element) && !found.has(element)) {
      found.add(element)
      element = element.parentNode
    }
  }
  return found
}

const MEDIA_ELEMENTS = new Set('img picture video audio iframe svg canvas amp-img'.split(' '))

/** @returns whether the element is an image, a video, a recording, a drawing or a frame */
export function isMedia({ tagName }: PageElement): boolean {
  return MEDIA_ELEMENTS.has(tagName)
}

function copyOf(element: PageElement): PageElement {
  const { tagName, attrs, namespaceURI } = element
  const name = COPIED_AS_DIV.has(tagName) ? 'div' : tagName
  return withSource(emptyElement(name, namespaceURI, name === tagName ? attrs : attrs.filter(isId)), element)
}

/** Ids stay, because links within the article may lead to them. */
const isId = ({ name }: { readonly name: string }): boolean => name === 'id'
