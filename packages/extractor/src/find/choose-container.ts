import { isElement, type PageElement, type PageParent } from '../dom/page-tree.ts'
import type { Scores } from './score-candidates.ts'
import type { Measures, MeasuresOf } from '../dom/text-measures.ts'

const TOP_CANDIDATES = 5
const MIN_ALTERNATIVES = 3
const MIN_RIVAL_SCORE_SHARE = 0.75

interface Field {
  /** the page's body */
  readonly body: PageElement
  /** score of every container */
  readonly scores: Scores
  /** measures of the page without its clutter */
  readonly measures: MeasuresOf
}

/** @returns the element that contains the article or its first part; the body if no element has a score */
export function chooseContainer({ body, scores, measures }: Field): PageElement {
  const tops = [...scores].toSorted((a, b) => b[1] - a[1]).slice(0, TOP_CANDIDATES)
  const best = tops[0]
  if (best === undefined || best[0] === body) return body
  const shared = sharedAncestor(best, tops.slice(1), body)
  const top = enclosingContainer(shared ?? best[0], { body, scores, measures })
  return sectionAround(top, body, measures)
}

/** Elements of a table, which is a part of a section, below its heading. Lists may be the content of a whole page. */
const PARTS = new Set(['table', 'tbody'])
/** Maximum length of a section in relation to the table that fills it. */
const MAX_SECTION = 1.3

/** @returns the section that a table fills, because its siblings are further sections; otherwise the element */
function sectionAround(top: PageElement, body: PageElement, measures: MeasuresOf): PageElement {
  if (!PARTS.has(top.tagName)) return top
  const most = (measures.get(top)?.text ?? 0) * MAX_SECTION
  const around = ancestorsOf(top, body).find(({ tagName }) => !PARTS.has(tagName))
  return around !== undefined && (measures.get(around)?.text ?? Infinity) <= most ? around : top
}

type Scored = readonly [PageElement, number]

/**
 * @returns the nearest ancestor of the best element that also contains at least three rivals with nearly the same
 * score; undefined if there is none
 */
function sharedAncestor(best: Scored, rivals: readonly Scored[], body: PageElement): PageElement | undefined {
  const strong = rivals.filter(([, score]) => score / best[1] >= MIN_RIVAL_SCORE_SHARE)
  if (strong.length < MIN_ALTERNATIVES) return undefined
  const lines = strong.map(([element]) => new Set(ancestorsOf(element, body)))
  return ancestorsOf(best[0], body).find(
    (ancestor) => lines.filter((line) => line.has(ancestor)).length >= MIN_ALTERNATIVES,
  )
}

function ancestorsOf(element: PageElement, body: PageElement): PageElement[] {
  const found: PageElement[] = []
  let parent: PageParent | null = element === body ? null : element.parentNode
  while (parent !== null && isElement(parent) && parent !== body) {
    found.push(parent)
    parent = parent.parentNode
  }
  return found
}

/**
 * @returns the container that encloses all columns of the article: the first ancestor that scores higher than the
 * element below it. An article without columns has no such ancestor, so the element itself is the container. Boxes
 * around the container that contain nothing else are included (`onlyChildUp`).
 */
function enclosingContainer(from: PageElement, { body, scores, measures }: Field): PageElement {
  let top = from
  let last = scores.get(from) ?? 0
  const least = last / 3
  for (const parent of ancestorsOf(from, body)) {
    const score = scores.get(parent)
    if (score === undefined) continue
    if (score < least) break
    if (score > last) {
      top = parent
      break
    }
    last = score
  }
  return onlyChildUp(top, measures)
}

/**
 * @returns the outermost ancestor that contains nothing else than the element and empty boxes. Other parts of the
 * article may be siblings of that ancestor.
 */
export function onlyChildUp(from: PageElement, measures: MeasuresOf): PageElement {
  let top = from
  for (let parent = top.parentNode; parent !== null && isElement(parent); parent = top.parentNode) {
    if (parent.tagName === 'body') break
    if (parent.childNodes.filter((child) => isElement(child) && holdsSomething(measures.get(child))).length > 1) break
    top = parent
  }
  return top
}

/** @returns the innermost descendant that contains all that the element contains */
export function onlyChildDown(from: PageElement, measures: MeasuresOf): PageElement {
  const filled = from.childNodes.filter((child) => isElement(child) && holdsSomething(measures.get(child)))
  return filled.length === 1 ? onlyChildDown(filled[0] as PageElement, measures) : from
}

function holdsSomething(inside: Measures | undefined): boolean {
  return inside !== undefined && (inside.text > 0 || inside.images > 0 || inside.frames > 0)
}
