import { isClutterName, isUnlikelyName, namesOf } from '../dom/class-name-hints.ts'
import { isElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { linkDensity, type Measures } from '../dom/text-measures.ts'
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
