import { nameWeight } from '../dom/class-name-hints.ts'
import { isElement, type PageElement, type PageParent } from '../dom/page-tree.ts'
import {
  isBlock,
  remainingElements,
  linkDensity,
  measureOwnText,
  type Measures,
  type MeasuresOf,
} from '../dom/text-measures.ts'

/** Minimum length in characters of a paragraph that adds points. Shorter ones do not show where the article is. */
const MIN_PARAGRAPH = 25
const MAX_LEVELS = 5
const SCORED_ELEMENTS = new Set('section h2 h3 h4 h5 h6 p td pre'.split(' '))
const TAG_SCORES: Readonly<Record<string, number>> = {
  div: 5,
  pre: 3,
  td: 3,
  blockquote: 3,
  address: -3,
  ol: -3,
  ul: -3,
  dl: -3,
  dd: -3,
  dt: -3,
  li: -3,
  form: -3,
  h1: -5,
  h2: -5,
  h3: -5,
  h4: -5,
  h5: -5,
  h6: -5,
  th: -5,
}

export type Scores = Map<PageElement, number>

/**
 * Scores containers with Readability's method: every paragraph adds its points to its parent, and a part of them to
 * farther ancestors.
 * @param body the page's body
 * @param measures measures of the body without its clutter
 * @param useNames whether class names count
 * @returns the score of each container. The score is reduced by the share of the container's text that is in links
 */
export function scoreCandidates(
  body: PageElement,
  measures: MeasuresOf,
  { dropped, useNames }: { readonly dropped: ReadonlySet<PageElement>; readonly useNames: boolean },
): Scores {
  const scores: Scores = new Map()
  for (const parent of remainingElements(body, dropped)) {
    if (!isElement(parent)) continue
    const inside = measures.get(parent)
    if (inside !== undefined) scoreParagraph(parent, inside, { scores, useNames })
  }
  for (const [element, score] of scores) scores.set(element, score * (1 - linkDensity(measures.get(element)!)))
  return scores
}

interface Points {
  readonly scores: Scores
  readonly useNames: boolean
}

function scoreParagraph(element: PageElement, inside: Measures, points: Points): void {
  if (SCORED_ELEMENTS.has(element.tagName) || isLeafBlock(element, inside)) {
    givePoints(element.parentNode, inside.text, inside.commas, points)
    return
  }
  if (element.tagName !== 'div' && element.tagName !== 'article') return
  const loose = measureOwnText(element)
  givePoints(element, loose.text, loose.commas, points)
}

function isLeafBlock(element: PageElement, inside: Measures): boolean {
  return ['div', 'article', 'main'].includes(element.tagName) && inside.blocks === 1
}

function givePoints(first: PageParent | null, text: number, commas: number, { scores, useNames }: Points): void {
  if (text < MIN_PARAGRAPH) return
  const points = 2 + commas + Math.min(Math.floor(text / 100), 3)
  let parent = first
  for (let level = 0; level < MAX_LEVELS && parent !== null && isElement(parent); level++) {
    if (parent.tagName === 'html') return
    const divider = level === 0 ? 1 : level === 1 ? 2 : level * 3
    scores.set(parent, (scores.get(parent) ?? firstScore(parent, useNames)) + points / divider)
    parent = parent.parentNode
  }
}

function firstScore(element: PageElement, useNames: boolean): number {
  return (TAG_SCORES[element.tagName] ?? 0) + (useNames ? nameWeight(element) : 0)
}

/** @returns whether the element is a paragraph: a `p`, or a box without blocks inside */
export function isParagraph(element: PageElement, inside: Measures): boolean {
  return element.tagName === 'p' || (isBlock(element) && isLeafBlock(element, inside))
}
