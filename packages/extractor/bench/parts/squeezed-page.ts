import {
  elementsOf,
  isElement,
  isText,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../../src/dom/page-tree.ts'
import { squeeze } from './squeeze.ts'

/** The place of an element in the text of its page: the offsets of its first letter, and after its last one. */
interface Place {
  readonly start: number
  readonly end: number
}

/** The letters and digits of a page, and the place of each of its elements in them. */
export interface SqueezedPage {
  readonly text: string
  /** @returns the place of an element; undefined if the element, or one around it, was left out */
  readonly placeOf: (element: PageElement) => Place | undefined
  /** @returns the text of an element without the texts of some elements inside it; empty if it was left out */
  readonly textOf: (element: PageElement, isLeftOut?: (inside: PageElement) => boolean) => string
}

/** Elements whose text is no text of the page. Formulas have different texts in every notation. */
const UNREAD = new Set('head iframe math noscript script select style svg template textarea'.split(' '))

/**
 * @param root the tree of a page or of an extracted article
 * @param isLeftOut whether an element is left out with its content
 */
export function squeezePage(root: PageParent, isLeftOut: (element: PageElement) => boolean): SqueezedPage {
  const places = new Map<PageElement, Place>()
  const pieces: string[] = []
  let length = 0
  const waiting: (PageNode | { readonly ends: PageElement; readonly start: number })[] = root.childNodes.toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ('ends' in next) places.set(next.ends, { start: next.start, end: length })
    else if (isText(next)) length += pieces[pieces.push(squeeze(next.value)) - 1]!.length
    else if (isElement(next) && !UNREAD.has(next.tagName) && !isLeftOut(next)) {
      waiting.push({ ends: next, start: length })
      for (let i = next.childNodes.length - 1; i >= 0; i--) waiting.push(next.childNodes[i]!)
    }
  }
  const text = pieces.join('')
  const placeOf = (element: PageElement): Place | undefined => places.get(element)
  return { text, placeOf, textOf: (element, isInside) => textAt(text, placeOf, element, isInside) }
}

function textAt(
  text: string,
  placeOf: SqueezedPage['placeOf'],
  element: PageElement,
  isLeftOut: ((inside: PageElement) => boolean) | undefined,
): string {
  const place = placeOf(element)
  if (place === undefined) return ''
  if (isLeftOut === undefined) return text.slice(place.start, place.end)
  let [own, at] = ['', place.start]
  for (const inside of elementsOf(element)) {
    const left = isLeftOut(inside) ? placeOf(inside) : undefined
    if (left === undefined || left.start < at) continue
    own += text.slice(at, left.start)
    at = left.end
  }
  return own + text.slice(at, place.end)
}
