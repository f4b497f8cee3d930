import { LETTER } from '../dom/letter-class.ts'
import { cleanText } from '../dom/clean-text.ts'
import { attributeOf, isElement, isText, nodesOf, textOf, type PageElement, type PageText } from '../dom/page-tree.ts'
import { isBlock } from '../dom/text-measures.ts'
import { isFullName } from './person-name.ts'

/** Number of texts after a heading that may contain the byline. */
const MAX_TEXTS = 14
const MAX_TEXT = 90
/** Maximum number of characters beside a name in its block, such as a date. In a sentence, there are more. */
const MAX_REST = 70
const CAPTIONS = new Set(['figure', 'figcaption', 'caption', 'blockquote', 'strong', 'td'])
/** A text of at least this length in characters is the start of the article. */
const LONG_TEXT = 200
const MAX_HEADINGS = 3
/** Number of texts between a name and the date beside it. */
const MAX_DISTANCE = 2
const DATE = /\b(?:19|20)\d{2}\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{1,2}\s?min(?:ute)?s?\s(?:read|lesezeit)/i
const SEPARATOR = new RegExp(String.raw`\s{1,3}[|·•–—]\s{1,3}|\s/\s|,\s(?=${LETTER}{3,9}\.?\s\d)`, 'u')
const TOPIC_LINK = /\/(?:categor|tags?|topics?|sections?|themen?|rubrik|blog\/?$)/i
const TOPIC_NAME =
  /(?:^|[\s_-])(?:cat|category|categories|tags?|topics?|breadcrumbs?|nav|menu|related|card|button|btn)(?=$|[\s_-])/i

/**
 * Finds a name that a page shows between its heading and its text beside a date, without a mark and without "by".
 *
 * @param texts the visible texts of a page, in document order
 * @param headings headings of the first level
 * @returns the names, those near the first heading first
 */
export function headingBylines(texts: readonly PageText[], headings: readonly PageElement[]): string[] {
  return headings.slice(0, MAX_HEADINGS).flatMap((heading) => {
    const last = texts.lastIndexOf(lastTextIn(heading)!)
    if (last < 0) return []
    const after = texts.slice(last + 1, last + 1 + MAX_TEXTS)
    const end = after.findIndex(({ value }) => value.length >= LONG_TEXT)
    return namesBesideDates(end < 0 ? after : after.slice(0, end))
  })
}

function lastTextIn(heading: PageElement): PageText | undefined {
  return nodesOf(heading).findLast((node) => isText(node) && /\S/.test(node.value)) as PageText | undefined
}

function namesBesideDates(texts: readonly PageText[]): string[] {
  const lines = texts.map(({ value }) => cleanText(value, MAX_TEXT) ?? '')
  return lines.flatMap((line, at) => {
    const names = line.split(SEPARATOR).map(bareName).filter(isFullName)
    if (names.length === 0 || isTopic(texts[at]!) || !isOwnLine(texts[at]!)) return []
    const around = lines.slice(Math.max(0, at - MAX_DISTANCE), at + MAX_DISTANCE + 1)
    return around.some((one) => one.length <= MAX_TEXT && DATE.test(one)) ? names.slice(0, 1) : []
  })
}

function bareName(part: string): string {
  return part.replace(/\s(?:in|on|at)$/i, '').trim()
}

/** @returns whether the block that contains the text is short, so that the text is not part of a sentence or a caption */
function isOwnLine(text: PageText): boolean {
  let parent = text.parentNode
  for (let level = 0; parent !== null && isElement(parent) && level < 6; level++) {
    if (CAPTIONS.has(parent.tagName) || lengthOf(parent) - text.value.trim().length > MAX_REST) return false
    if (isBlock(parent)) return true
    parent = parent.parentNode
  }
  return true
}

function lengthOf(element: PageElement): number {
  return textOf(element, 4 * MAX_TEXT)
    .replaceAll(/\s+/g, ' ')
    .trim().length
}

/** @returns whether the text is in a link to a subject, or in a box with such a name */
function isTopic(text: PageText): boolean {
  let parent = text.parentNode
  for (let level = 0; parent !== null && isElement(parent) && level < 4; level++) {
    if (parent.tagName === 'a' && TOPIC_LINK.test(attributeOf(parent, 'href')?.slice(0, 300) ?? '')) return true
    if (parent.tagName === 'button' || TOPIC_NAME.test(attributeOf(parent, 'class')?.slice(0, 300) ?? '')) return true
    parent = parent.parentNode
  }
  return false
}
