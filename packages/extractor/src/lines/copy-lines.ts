import {
  createElement,
  isElement,
  isText,
  setChildren,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../dom/page-tree.ts'

/**
 * Elements that are copied as `div`. They may contain text, which the sanitiser would otherwise remove with the
 * element.
 */
const UNWRAPPED = new Set('form fieldset nav footer aside button label dialog menu body details'.split(' '))
const BREAKS = new Set(['br', 'hr', 'wbr'])
/** Elements that are copied, empty, even if nothing in them is kept: the cells of a row, and the sources of a medium. */
const PARTS = new Set(['td', 'th', 'source'])

/**
 * Copies parts of a page.
 * @param body the body of the page, which is not changed
 * @param kept the nodes to copy: texts, and media such as images
 * @returns a `div` with copies of these nodes and of the elements around them
 */
export function copyKept(body: PageElement, kept: ReadonlySet<PageNode>): PageElement {
  const root = copyOf(body)
  const around = elementsAround(kept)
  const waiting: { readonly source: PageElement; readonly copy: PageElement }[] = [{ source: body, copy: root }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { source, copy } = next
    const children: PageNode[] = []
    for (const child of source.childNodes) {
      if (isText(child)) {
        if (kept.has(child) || child.value.trim() === '')
          children.push({ nodeName: '#text', value: child.value, parentNode: copy })
      } else if (isElement(child) && (around.has(child) || BREAKS.has(child.tagName) || PARTS.has(child.tagName))) {
        const inner = copyOf(child)
        children.push(inner)
        if (around.has(child)) waiting.push({ source: child, copy: inner })
      }
    }
    setChildren(copy, children)
  }
  root.childNodes = root.childNodes.filter((child) => !isText(child) || child.value.trim() !== '')
  return root
}

/** @returns the elements among these nodes, and all elements that contain one of the nodes; white space does not count */
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

const MEDIA = new Set('img picture video audio iframe svg canvas amp-img'.split(' '))

/** @returns true if the element is an image, a video, an audio, a drawing or a frame */
export function isMedia({ tagName }: PageElement): boolean {
  return MEDIA.has(tagName)
}

function copyOf({ tagName, attrs, namespaceURI }: PageElement): PageElement {
  const name = UNWRAPPED.has(tagName) ? 'div' : tagName
  return { ...createElement(name, {}, []), attrs: name === tagName ? attrs : [], namespaceURI }
}
