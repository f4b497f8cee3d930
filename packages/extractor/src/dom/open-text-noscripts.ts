import { setChildren, textOf, type PageElement } from './page-tree.ts'
import { parseHtmlFragment } from './parse-page.ts'
import { measureTree, type Measures } from './text-measures.ts'

/**
 * Minimum length of a noscript's markup in characters. Shorter noscripts contain single pictures or trackers, unless they
 * have a main heading above paragraphs or a list.
 */
const MIN_MARKUP = 1500
const MIN_PAGE_MARKUP = 200
const MAIN_HEADING = /<h1[\s>]/i
const PARAGRAPH = /<(?:p|li)[\s>]/gi
/** Matches the request to turn scripts on. */
const NEEDS_SCRIPTS = /java\s?script/i
/** Maximum length in characters of the text of a page beside such a short noscript. */
const MAX_BESIDE_SHORT = 400
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
  const candidates = elements.filter((element) => isLong(element) || isShortPage(element)).slice(0, MAX_NOSCRIPTS)
  if (body === undefined || candidates.length === 0) return 0
  const unread = new Set(
    elements.filter(({ tagName }) => ['noscript', 'script', 'style', 'template'].includes(tagName)),
  )
  const beside = measureTree(body, unread).get(body)!
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

/** @returns whether a noscript is a short page of its own: a main heading above paragraphs or a list */
function isShortPage(element: PageElement): boolean {
  if (element.tagName !== 'noscript' || isLong(element)) return false
  const markup = textOf(element, MIN_MARKUP)
  if (markup.length < MIN_PAGE_MARKUP || !MAIN_HEADING.test(markup) || NEEDS_SCRIPTS.test(markup)) return false
  return (markup.match(PARAGRAPH)?.length ?? 0) > 1
}

function replaceNoscript(noscript: PageElement, beside: Measures): boolean {
  const markup = textOf(noscript, MAX_MARKUP)
  if (markup.length >= MAX_MARKUP) return false
  const inside = parseHtmlFragment(markup)
  const { long, text } = measureTree(inside, new Set()).get(inside)!
  const isPage = isShortPage(noscript)
  if (isPage ? beside.long > 0 || beside.text > MAX_BESIDE_SHORT : text < MIN_MARKUP / 3) return false
  if (!isPage && long <= beside.long * MIN_LENGTH_RATIO) return false
  noscript.tagName = noscript.nodeName = 'div'
  setChildren(noscript, inside.childNodes)
  return true
}
