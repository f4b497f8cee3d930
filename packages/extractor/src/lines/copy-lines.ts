import { createElement, isElement, isText, setChildren, type PageElement, type PageNode } from '../dom/page-tree.ts'

/**
 * Elements that are copied as `div`. They may contain text, which the sanitiser would otherwise remove with the
 * element.
 */
const UNWRAPPED = new Set('form fieldset nav footer aside button label dialog menu body details'.split(' '))
const NEVER = new Set('input select textarea object embed script style noscript template datalist'.split(' '))
const BREAKS = new Set(['br', 'hr', 'wbr'])

/**
 * Copies parts of a page.
 * @param body the body of the page, which is not changed
 * @param isKept returns true for the nodes to copy. It is called for texts with more than white space, and for media
 *   such as images.
 * @returns a `div` with copies of these nodes and of the elements around them
 */
export function copyKept(body: PageElement, isKept: (node: PageNode) => boolean): PageElement {
  const root = copyOf(body)
  const waiting: { readonly source: PageElement; readonly copy: PageElement }[] = [{ source: body, copy: root }]
  const order: PageElement[] = []
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { source, copy } = next
    order.push(copy)
    const children: PageNode[] = []
    for (const child of source.childNodes) {
      if (isText(child)) {
        if (child.value.trim() === '' || isKept(child))
          children.push({ nodeName: '#text', value: child.value, parentNode: copy })
      } else if (isElement(child) && !NEVER.has(child.tagName)) {
        const inner = copyOf(child)
        children.push(inner)
        if (isMedia(child) && !isKept(child)) order.push(markEmpty(inner))
        else waiting.push({ source: child, copy: inner })
      }
    }
    setChildren(copy, children)
  }
  dropEmpty(order)
  root.childNodes = root.childNodes.filter((child) => !isText(child) || child.value.trim() !== '')
  return root
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

/**
 * Turns the copy of a medium that is not kept into an empty `span`, which is later removed with the other empty
 * elements.
 */
function markEmpty(element: PageElement): PageElement {
  element.tagName = element.nodeName = 'span'
  return element
}

/** Removes elements that contain neither text nor media, innermost first. */
function dropEmpty(order: readonly PageElement[]): void {
  for (const element of order.toReversed()) {
    if (isMedia(element) || BREAKS.has(element.tagName) || element.tagName === 'source') continue
    const holds = element.childNodes.some((child) => (isText(child) ? child.value.trim() !== '' : isHolding(child)))
    if (!holds) element.childNodes = []
  }
  for (const element of order)
    element.childNodes = element.childNodes.filter((child) => !isElement(child) || isHolding(child) || isBreak(child))
}

function isHolding(node: PageNode): boolean {
  if (!isElement(node)) return false
  return isMedia(node) || node.tagName === 'source' || node.tagName === 'td' || node.tagName === 'th'
    ? true
    : node.childNodes.length > 0
}

function isBreak(node: PageElement): boolean {
  return BREAKS.has(node.tagName)
}
