import { serialize } from 'parse5'
import { cleanText } from '../../src/dom/clean-text.ts'
import { elementsOf, isElement, setChildren, textOf, type PageElement } from '../../src/dom/page-tree.ts'
import { parseDocument } from '../../src/dom/quick-parser.ts'
import { parseHtmlFragment } from '../../src/dom/parse-page.ts'

/** Minimum length in characters of the paragraphs beside an inserted block. */
const MIN_PARAGRAPH = 80

/** Number of characters of a paragraph that are compared with the text of the article. */
const MAX_PARAGRAPH = 2000

/** Marks the place of the block in the serialised page. */
const MARK = '<!--inserted block-->'

/**
 * Finds places within an article where a block can be inserted.
 *
 * @param html a page
 * @param text the text of its article
 * @returns a function that returns the page with a block at a place chosen by a number from 0 to below 1; undefined if
 *   the article has no two paragraphs beside each other
 */
export function openPage(html: string, text: string): ((block: string, at: number) => string) | undefined {
  const page = parseDocument(html, {})
  const squeezed = squeeze(text)
  const isInArticle = (element: PageElement | undefined): boolean => {
    const own = element === undefined ? undefined : cleanText(textOf(element), MAX_PARAGRAPH)
    return own !== undefined && own.length >= MIN_PARAGRAPH && squeezed.includes(squeeze(own))
  }
  const places = elementsOf(page).filter(
    (element) => element.tagName === 'p' && isInArticle(element) && isInArticle(nextParagraph(element)),
  )
  if (places.length === 0) return undefined
  return (block, at) => {
    const before = places[Math.floor(at * places.length)]!
    const parent = before.parentNode!
    const original = parent.childNodes
    const mark = parseHtmlFragment(MARK).childNodes
    const index = original.indexOf(before) + 1
    setChildren(parent, [...original.slice(0, index), ...mark, ...original.slice(index)])
    const marked = serialize(page)
    setChildren(parent, original)
    return marked.replace(MARK, () => block)
  }
}

function nextParagraph(element: PageElement): PageElement | undefined {
  const siblings = element.parentNode!.childNodes
  const next = siblings.slice(siblings.indexOf(element) + 1).find(isElement)
  return next?.tagName === 'p' ? next : undefined
}

/** @returns the letters and digits of a text. Annotations differ from pages in white space and quotation marks. */
function squeeze(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
