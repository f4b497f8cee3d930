import { NAME_LETTER } from '../dom/letter-class.ts'
import { cleanText } from '../dom/clean-text.ts'
import {
  attributeOf,
  isElement,
  isText,
  spacedTextOf,
  visibleTextOf,
  type PageElement,
  type PageNode,
  type PageParent,
  type PageText,
} from '../dom/page-tree.ts'

const MAX_TEXTS = 4000
const MAX_FOUND = 10
const MAX_SEARCHED_TEXTS = 200
const MAX_SHORT = 60
/** Maximum length of a short text with the white space around it. */
const MAX_INDENTED = 300
/** Matches a byline in another language. A name must follow, because the words also start sentences. */
const NAMED_IN_OTHER_LANGUAGE = new RegExp(
  String.raw`^(?:[Vv]on|VON|[Pp]ar|PAR|[Pp]or|POR|[Dd]i|[Dd]oor|[Aa]v|[Tt]exte?|[Tt]ext und Fotos?|` +
    String.raw`[Aa]utor(?:in)?)\s?:?\s\p{Lu}${NAME_LETTER}{1,24}(?:\s\p{Lu}${NAME_LETTER}{1,24}){1,2}(?:\s?[,&]|` +
    String.raw`\s(?:und|et|y|e)\s|$)`,
  'u',
)
const INVISIBLE_ELEMENTS = new Set(['script', 'style', 'noscript'])
const BYLINE_START =
  /^\s{0,20}(?:written\s|authored\s|article\s|posted\s|started\s|story\s|words\s|published\s)?by\b|^\s{0,20}(?:authors?|contributors?|autor(?:en|es)?|auteurs?)\s{0,3}(?::|$)/i
/** Matches a byline that starts a line. Lines such as "Design by …" or "BOOK: By …" name other people. */
const STARTS_WITH_NAME =
  /^(?:(?:written|authored|article|posted|started|story|words|published) )?(?:by|authors?|contributors?|autor(?:en|es)?|auteurs?):?\s(?=(.))/iu
const FULL_NAME = new RegExp(String.raw`^(?:[Ww]ritten )?[Bb]y:? \p{Lu}${NAME_LETTER}{0,30} \p{Lu}`, 'u')
const LABEL_ONLY =
  /^\s{0,20}(?:(?:written|authored|article|posted|started) )?(?:by|authors?|contributors?|autor(?:en|es)?|auteurs?)\s{0,3}:?\s{0,20}$/i
const WRITTEN_BY = /\S\s(?:written|authored) by:?\s{0,3}$/i
const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/
const NOT_PUBLISHED =
  /updated|modified|reviewed|copyright|©|\(c\)|rights reserved|expires|until|since|\d{4}\s?[-–]\s?\d{4}/i

/** @returns the first 4000 visible text nodes, in document order */
export function visibleTexts(body: PageElement): PageText[] {
  const texts: PageText[] = []
  const waiting: PageNode[] = [body]
  for (let node = waiting.pop(); node !== undefined && texts.length < MAX_TEXTS; node = waiting.pop()) {
    if (isText(node) && /\S/.test(node.value) && !INVISIBLE_ELEMENTS.has(node.parentNode?.nodeName ?? ''))
      texts.push(node)
    if (!isElement(node)) continue
    for (let i = node.childNodes.length - 1; i >= 0; i--) waiting.push(node.childNodes[i]!)
  }
  return texts
}

/** @returns all elements around the headings. A menu is not among them, whatever its name. */
export function boxesAround(headings: readonly PageElement[]): Set<PageParent> {
  const found = new Set<PageParent>()
  for (const heading of headings) {
    let parent = heading.parentNode
    while (parent !== null && isElement(parent) && !found.has(parent)) {
      found.add(parent)
      parent = parent.parentNode
    }
  }
  return found
}

function mayBeByline(value: string): boolean {
  if (value.length > MAX_INDENTED) return false
  const text = value.trim()
  return (
    text.length <= MAX_SHORT &&
    (BYLINE_START.test(text) || WRITTEN_BY.test(value) || NAMED_IN_OTHER_LANGUAGE.test(text))
  )
}

/**
 * @param around the elements around the headings of the page, which are no menus, whatever their names
 * @returns at most ten short lines that start with "by", in document order
 */
export function visibleBylines(texts: readonly PageText[], around: ReadonlySet<PageParent> = new Set()): string[] {
  return texts
    .filter(({ value }) => mayBeByline(value))
    .slice(0, MAX_SEARCHED_TEXTS)
    .filter((text) => !isInNavigation(text, around))
    .slice(0, MAX_FOUND)
    .flatMap((text) => lineAround(text, texts[texts.indexOf(text) + 1]) ?? [])
    .filter((line) => /[\p{Lu}\d]/u.test(STARTS_WITH_NAME.exec(line)?.[1] ?? '') || NAMED_IN_OTHER_LANGUAGE.test(line))
}

/** @returns at most ten short texts with a year, in document order. Texts about changes and licences are left out. */
export function visibleDates(texts: readonly PageText[]): string[] {
  return texts
    .filter(({ value }) => value.length <= MAX_SHORT && YEAR.test(value))
    .flatMap(({ value }) => cleanText(value, 100) ?? [])
    .filter((text) => !NOT_PUBLISHED.test(text))
    .slice(0, MAX_FOUND)
}

/**
 * @returns the whole line of a byline. The name is often in a link or in another element after "by", so text around the
 * node is included.
 */
function lineAround(node: PageText, next: PageText | undefined): string | undefined {
  if (WRITTEN_BY.test(node.value)) return linkAfter(node)
  const line = lineOf(node.parentNode)
  if (!LABEL_ONLY.test(node.value.trim())) return line ?? ownLine(node)
  if (line === undefined || !LABEL_ONLY.test(line)) return line
  return next !== undefined && next.value.length <= MAX_SHORT ? cleanText(`by ${next.value}`, 100) : undefined
}

/** @returns the text at the start of a longer block if it consists of "by" and a full name */
function ownLine(node: PageText): string | undefined {
  const line = cleanText(node.value, 100)
  return line !== undefined && node.parentNode?.childNodes[0] === node && FULL_NAME.test(line) ? line : undefined
}

/** @returns the name in the link that follows "This post was written by" */
function linkAfter(node: PageText): string | undefined {
  const siblings = node.parentNode?.childNodes ?? []
  const next = siblings[siblings.indexOf(node) + 1]
  return next !== undefined && isElement(next) && next.tagName === 'a' ? `by ${visibleTextOf(next).trim()}` : undefined
}

/** @returns true for text in a menu. Menus contain items such as "By industry". */
function isInNavigation(node: PageText, around: ReadonlySet<PageParent>): boolean {
  let parent = node.parentNode
  for (let depth = 0; parent !== null && isElement(parent) && depth < 20; depth++) {
    if (around.has(parent)) return false
    if (['nav', 'label', 'button', 'option'].includes(parent.tagName)) return true
    if (/\b(?:nav|menu|dropdown|megamenu)/i.test(attributeOf(parent, 'class')?.slice(0, 300) ?? '')) return true
    parent = parent.parentNode
  }
  return false
}

/** Matches words of two elements without a space between them, such as a name and a job title: "MarshColumnist". */
const GLUED = /\p{Ll}\p{Lu}/u

function lineOf(parent: PageParent | null): string | undefined {
  const text = parent !== null && isElement(parent) ? visibleTextOf(parent) : ''
  const line = cleanText(GLUED.test(text.slice(0, 300)) ? spacedTextOf(parent!) : text, 300)
  return line !== undefined && line.length <= 100 ? line : undefined
}
