import { isClutterName, isUnlikelyName, namesOf } from '../dom/class-name-hints.ts'
import { attributeOf, isElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { linkDensity, type Measures } from '../dom/text-measures.ts'
import { isInMainPart } from './boxes/main-part.ts'
import { isForScreenReaders } from '../hidden/is-hidden.ts'

const INLINE_ELEMENTS = new Set('a span b strong i em u mark abbr cite dfn'.split(' '))
const SENTENCE_BLOCKS = new Set(['p', 'li', 'dd', 'td', 'blockquote'])
const MAX_INLINE_LEVELS = 4
/** Minimum length in characters of the sentence around a word. */
const MIN_SENTENCE = 40

/**
 * @returns whether the element is part of a sentence, such as a link with the class `external-popup`, so that dropping
 *   it would leave a gap. Text for screen readers is not part of the sentence.
 */
export function isWordOfSentence(element: PageElement, { text }: Measures): boolean {
  if (text === 0 || !INLINE_ELEMENTS.has(element.tagName) || isForScreenReaders(namesOf(element))) return false
  let parent: PageParent | null = element.parentNode
  for (let level = 0; level < MAX_INLINE_LEVELS && parent !== null && isElement(parent); level++) {
    if (SENTENCE_BLOCKS.has(parent.tagName)) return textOf(parent, 1000).trim().length >= text + MIN_SENTENCE
    if (!INLINE_ELEMENTS.has(parent.tagName)) return false
    parent = parent.parentNode
  }
  return false
}

/** Minimum length in characters of the paragraphs of a box that is content, although it is named after related pages. */
const MIN_PROSE = 400
/** Maximum share of its text in links. */
const MAX_LINKED = 0.2

/**
 * @returns whether a box named after related pages contains prose, and hardly any links: a part of the article, or a note
 *   about a related subject. Teasers have headings and pictures
 */
export function isProseNamedRelated(element: PageElement, inside: Measures): boolean {
  if (inside.long < MIN_PROSE || linkDensity(inside) >= MAX_LINKED) return false
  if (inside.inputs + inside.images + inside.headings > 0) return false
  const names = namesOf(element)
  if (!/related/i.test(names)) return false
  const others = names.replaceAll(/[\w-]*related[\w-]*/gi, '').trim()
  return !isUnlikelyName(others) && !isClutterName(others)
}

const PARAGRAPHS = new Set(['p', 'ul', 'ol', 'blockquote'])
/** Maximum share of the text of a paragraph or a list in links. */
const MAX_LINKED_PARAGRAPH = 0.3

/**
 * @returns whether a paragraph or a list in the main part of a page has an id, but no class: the id is a place to which links
 *   lead, such as `gdpr-what-counts`, and names no box
 */
export function isParagraphWithId(element: PageElement, inside: Measures): boolean {
  if (!PARAGRAPHS.has(element.tagName) || attributeOf(element, 'class') || !attributeOf(element, 'id')) return false
  return inside.inputs === 0 && linkDensity(inside) < MAX_LINKED_PARAGRAPH && isInMainPart(element)
}

/** Matches the address of a picture's file. */
const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i

/** @returns whether an element is a link around a picture to its file, whose name says that it opens in a window of its own */
export function isEnlargedPicture(element: PageElement, { text, images }: Measures): boolean {
  return element.tagName === 'a' && text === 0 && images > 0 && PICTURE_FILE.test(attributeOf(element, 'href') ?? '')
}

/** Matches names of boxes that consist of links: to share the page, to its subjects and to other pages. */
const LINKS_NAME = /(?<![a-z])(?:shar(?:e|es|ing)|recommendations|tags|social)(?![a-z])/gi
/** The same with names of notices about cookies, which have a button. Controls are already removed, so a heading must explain the name. */
const NOTICE_NAME = /(?<![a-z])(?:shar(?:e|es|ing)|recommendations|tags|social|cookies?|consent|gdpr)(?![a-z])/gi
/** Minimum length in characters of the text below the heading of a box without links. */
const MIN_TEXT = 40
const MAX_TEXT = 1000
const SENTENCE_END = /\p{L}[.!?。！？…][\p{Pf}"')\]]?$/u

/**
 * @returns whether a box is named as one that consists of links, but contains none, and a paragraph, a list or a sentence
 *   below a heading instead: a part of the text, such as the section "Recommendations" of a report
 */
export function isTextNamedForLinks(element: PageElement, inside: Measures): boolean {
  const { text, headings, long, items, links, inputs, images, frames } = inside
  if (links + inputs + images + frames > 0 || text - headings < MIN_TEXT) return false
  if (long === 0 && items < 2 && !(headings > 0 && SENTENCE_END.test(textOf(element, MAX_TEXT).trim()))) return false
  const names = namesOf(element)
  const isTitled = headings > 0 && element.tagName === 'section' && !attributeOf(element, 'class')
  const others = names.replaceAll(isTitled ? NOTICE_NAME : LINKS_NAME, '')
  return others !== names && !isUnlikelyName(others) && !isClutterName(others)
}
