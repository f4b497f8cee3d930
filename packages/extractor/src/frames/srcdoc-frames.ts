import {
  attributeOf,
  createElement,
  findElement,
  findElements,
  setChildren,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'
import { flattenBelow, MAX_DEPTH, parsePage } from '../dom/parse-page.ts'
import { isFrameText } from './frame-text.ts'

/** Limits for a page: the number of its frames and their length in characters together, and the depth of frames in frames. */
const MAX_FRAMES = 50
const MAX_LENGTH = 500_000
const MAX_ROUNDS = 3
/** Attributes of a frame that decide whether it is shown, or tell what it is. */
const KEPT_ATTRIBUTES: ReadonlySet<string> = new Set(['id', 'class', 'style', 'hidden', 'aria-hidden', 'title'])

/**
 * Replaces frames whose page is written in their attribute `srcdoc` (HTML standard, 4.8.5) by the text of that page, as
 * readers saw it. Archives of mail and previews of documents consist of such frames. Advertisements and controls stay
 * frames.
 *
 * @param page the page's tree, changed in place
 * @returns the number of replaced frames
 * @throws TooLargeError if a frame has more than 200,000 nodes
 */
export function openSrcdocFrames(page: PageParent): number {
  let [opened, left] = [0, MAX_LENGTH]
  let waiting = framesIn(page)
  for (let round = 0; round < MAX_ROUNDS && waiting.length > 0; round++) {
    const inner: PageElement[] = []
    for (const frame of waiting.slice(0, MAX_FRAMES)) {
      const html = attributeOf(frame, 'srcdoc')!
      left -= html.length
      if (left < 0) return opened
      const box = openFrame(frame, html)
      if (box === undefined) continue
      opened += 1
      inner.push(...framesIn(box))
    }
    waiting = inner
  }
  if (opened > 0) flattenBelow(page, MAX_DEPTH)
  return opened
}

const framesIn = (root: PageParent): PageElement[] =>
  findElements(root, (one) => one.tagName === 'iframe' && attributeOf(one, 'srcdoc') !== undefined)

/** @returns the element with the text that replaces the frame; undefined if the frame stays */
function openFrame(frame: PageElement, html: string): PageElement | undefined {
  const body = findElement(parsePage(html), ({ tagName }) => tagName === 'body')
  const parent = frame.parentNode
  if (parent === null || body === undefined || !isFrameText(body)) return undefined
  const box = createElement('div', {}, body.childNodes)
  box.attrs = frame.attrs.filter(({ name }) => KEPT_ATTRIBUTES.has(name))
  setChildren(
    parent,
    parent.childNodes.map((child) => (child === frame ? box : child)),
  )
  return box
}
