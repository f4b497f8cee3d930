import { setChildren, textOf, type PageElement } from './page-tree.ts'
import { parseHtmlFragment } from './parse-page.ts'
import { measureTree } from './text-measures.ts'

/** Minimum length of a noscript's markup in characters. Shorter noscripts contain single pictures or trackers. */
const MIN_MARKUP = 1500
const MAX_MARKUP = 2_000_000
const MAX_NOSCRIPTS = 3
const MIN_LENGTH_RATIO = 2

/**
 * Replaces frames by their `noframes` element, and a noscript by its content if the noscript has more than twice as much text
 * as the rest of the page. Some pages that are rendered by scripts also contain their whole text in a noscript.
 *
 * @param elements all elements of the page, changed in place; noscripts contain their markup as text
 * @returns the number of replaced noscripts
 */
export function replaceNoscripts(elements: readonly PageElement[]): number {
  const frames = elements.find((element) => element.tagName === 'frameset')
  if (frames !== undefined) return replaceFrames(frames, elements)
  const body = elements.find((element) => element.tagName === 'body')
  const candidates = elements.filter(isLong).slice(0, MAX_NOSCRIPTS)
  if (body === undefined || candidates.length === 0) return 0
  const unread = new Set(
    elements.filter(({ tagName }) => ['noscript', 'script', 'style', 'template'].includes(tagName)),
  )
  const beside = measureTree(body, unread).get(body)!.long
  return candidates.filter((noscript) => replaceNoscript(noscript, beside)).length
}

/** Replaces a set of frames by the text for browsers without frames. @returns the number of replaced elements */
function replaceFrames(frames: PageElement, elements: readonly PageElement[]): number {
  const markup = elements.filter(({ tagName }) => tagName === 'noframes').map((one) => textOf(one, MAX_MARKUP))
  const inside = parseHtmlFragment(markup.join('\n'))
  if (textOf(inside, MIN_FRAME_TEXT * 2).trim().length < MIN_FRAME_TEXT) return 0
  frames.tagName = frames.nodeName = 'body'
  setChildren(frames, inside.childNodes)
  return 1
}

/** Minimum length in characters of such a text. A shorter one says that the browser is too old. */
const MIN_FRAME_TEXT = 300

function isLong(element: PageElement): boolean {
  return element.tagName === 'noscript' && textOf(element, MIN_MARKUP).length >= MIN_MARKUP
}

function replaceNoscript(noscript: PageElement, beside: number): boolean {
  const markup = textOf(noscript, MAX_MARKUP)
  if (markup.length >= MAX_MARKUP) return false
  const inside = parseHtmlFragment(markup)
  const { long, text } = measureTree(inside, new Set()).get(inside)!
  if (text < MIN_MARKUP / 3 || long <= beside * MIN_LENGTH_RATIO) return false
  noscript.tagName = noscript.nodeName = 'div'
  setChildren(noscript, inside.childNodes)
  return true
}
