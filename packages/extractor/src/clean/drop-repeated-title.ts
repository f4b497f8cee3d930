import { headingParts, headingText } from '../metadata/heading-text.ts'
import { isSimilarText } from '../metadata/page-title.ts'
import { namesOf } from '../dom/class-name-hints.ts'
import {
  detachNode,
  findElements,
  isElement,
  setChildren,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'

/** Maximum number of `h1` elements that are checked. Further ones stay. Real pages have one, or one in each section. */
const MAX_HEADINGS = 100
/** Maximum length in characters of the label of a topic before a title. */
const MAX_LABEL = 30

/**
 * Empties first-level headings that repeat the title or are similar to it, because readers show the title themselves.
 * The empty headings stay in the tree, because they mark the place of the title. The topic above the title is removed.
 *
 * @param root the page's tree, changed in place
 * @param title the page's title
 * @returns the emptied headings, in document order
 */
export function dropRepeatedTitle(root: PageParent, title: string | undefined): ReadonlySet<PageElement> {
  if (title === undefined) return new Set()
  const headings = findElements(root, ({ tagName }) => tagName === 'h1')
  const repeated = new Set(headings.slice(0, MAX_HEADINGS).filter((heading) => repeats(heading, title)))
  for (const heading of repeated) setChildren(heading, [])
  detachNode(root, new Set([...repeated].flatMap((heading) => topicAbove(heading) ?? [])))
  return repeated
}

/** Matches names of the short line above a title with the topic of the text. */
const TOPIC_NAME = /kicker|eyebrow|overline|topline|dachzeile|rubri[ck]|surtitre|antet[ií]tulo|occhiello|pre-?title/i
/** Maximum length in characters of such a line. */
const MAX_TOPIC = 60
const TOPIC_ELEMENTS = new Set(['p', 'div', 'span', 'a'])

/** @returns the line with the topic directly above a title; undefined if there is none */
function topicAbove(title: PageElement): PageElement | undefined {
  const siblings = title.parentNode?.childNodes ?? []
  const before = siblings.slice(0, siblings.indexOf(title)).findLast(isElement)
  if (before === undefined || !TOPIC_ELEMENTS.has(before.tagName) || !TOPIC_NAME.test(namesOf(before))) return undefined
  return textOf(before, MAX_TOPIC + 1).trim().length <= MAX_TOPIC ? before : undefined
}

function repeats(element: PageElement, title: string): boolean {
  const heading = headingText(element)
  if (heading === undefined) return false
  return heading === title || isSimilarText(heading, title) || isLabelled(element, title)
}

/** @returns whether a heading consists of a short label and the title */
function isLabelled(element: PageElement, title: string): boolean {
  const [label, part, ...others] = headingParts(element)
  return part === title && others.length === 0 && label!.length <= MAX_LABEL
}
