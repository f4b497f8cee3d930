import { chooseContainer } from './choose-container.ts'
import { copyTree } from '../dom/copy-tree.ts'
import { findClutter } from './find-clutter.ts'
import { isNamedClutter, isUnlikely } from '../dom/class-name-hints.ts'
import { findElement, firstElements, isElement, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { flattenBelow } from '../dom/parse-page.ts'
import { isParagraph, scoreCandidates, type Scores } from './score-candidates.ts'
import { isPictureGroup } from './picture-groups.ts'
import { widerContainer, contentScore } from './wider-container.ts'
import { linkDensity, measureTree, type Measures, type MeasuresOf } from '../dom/text-measures.ts'
import { tidyArticle } from './tidy-article.ts'

export interface FoundArticle {
  /** a div with copies of the article's parts */
  readonly root: PageElement
  readonly measures: Measures
  /** description of the attempt that found the article */
  readonly note: string
}

interface Attempt {
  readonly name: string
  readonly unlikely: boolean
  readonly named: boolean
  readonly useNames: boolean
  readonly tidy: boolean
}

const MIN_SCORE = 10

const PART_OF_TOP = 0.2

const ATTEMPTS: readonly Attempt[] = [
  { name: 'with all rules', unlikely: true, named: true, useNames: true, tidy: true },
  { name: 'without the list of unlikely names', unlikely: false, named: true, useNames: true, tidy: true },
  { name: 'without class names', unlikely: false, named: false, useNames: false, tidy: true },
  { name: 'as it stands', unlikely: false, named: false, useNames: false, tidy: false },
]

/**
 * Minimum length of an article in characters. If the text is shorter, the search is repeated with fewer rules, as in
 * Readability.
 */
const MIN_ARTICLE_LENGTH = 500

/**
 * Minimum total length in characters of the long paragraphs, for pages that declare themselves articles. With less, the
 * search is repeated with fewer rules.
 */
const ENOUGH_PROSE = 250

const MIN_LENGTH_RATIO = 1.6

/**
 * If the content score of the container from `widerContainer` is more than this number of times that of the first
 * choice, the container replaces the first choice. `MIN_WIDER_SCORE_RATIO_OF_ARTICLES` applies to pages that declare
 * themselves articles.
 */
const MIN_WIDER_SCORE_RATIO = 1.7

const MIN_WIDER_SCORE_RATIO_OF_ARTICLES = 3

/**
 * Maximum sum of the depths of all elements. Pages that exceed it are flattened, because rules that examine ancestors
 * would be slow. Real pages have less than a tenth of it.
 */
const MAX_SUM_OF_DEPTHS = 3_000_000

const DEPTH_OF_SLOW_PAGES = 32

/**
 * Finds the main content of a page.
 *
 * @param page the page's tree with absolute addresses. It is changed only if it is too deep, and then flattened
 * @param isArticle whether the page declares itself an article
 * @param attempts maximum number of attempts
 * @returns copies of the main content, not sanitised; undefined if the page has no body
 */
export function findArticle(
  page: PageParent,
  isArticle: boolean,
  attempts: number = ATTEMPTS.length,
): FoundArticle | undefined {
  if (sumOfDepths(page) > MAX_SUM_OF_DEPTHS) flattenBelow(page, DEPTH_OF_SLOW_PAGES)
  const body = findElement(page, (element) => element.tagName === 'body')
  if (body === undefined) return undefined
  const whole = measureTree(body, new Set())
  let best: FoundArticle | undefined
  for (const attempt of ATTEMPTS.slice(0, attempts)) {
    const found = attemptOnce(body, whole, {
      ...attempt,
      factor: isArticle ? MIN_WIDER_SCORE_RATIO_OF_ARTICLES : MIN_WIDER_SCORE_RATIO,
    })
    if (best === undefined || isBetter(found.measures, best.measures)) best = found
    if (best.measures.text >= MIN_ARTICLE_LENGTH || (isArticle && best.measures.long >= ENOUGH_PROSE)) return best
  }
  return best
}

function isBetter(found: Measures, best: Measures): boolean {
  return found.text > best.text * (best.long > ENOUGH_PROSE ? MIN_LENGTH_RATIO : 1)
}

type Rules = Attempt & { readonly factor: number }

function attemptOnce(body: PageElement, whole: MeasuresOf, rules: Rules): FoundArticle {
  const dropped = findClutter(body, whole, rules)
  const measures = measureTree(body, dropped, whole)
  const scores = scoreCandidates(body, measures, { dropped, useNames: rules.useNames })
  const top = chooseContainer({ body, scores, measures })
  const first = buildArticle(joinSiblings(top, scores, measures), dropped, rules)
  const wide = widerContainer(top, body, { measures, dropped })
  const worth = contentScore(measures.get(body)!)
  const least = worth(first.measures) * rules.factor
  if (wide === undefined || worth(measures.get(wide)!) < least) return first
  const second = buildArticle([wide], dropped, rules)
  return worth(second.measures) > least ? { ...second, note: `${second.note}, the wider part` } : first
}

function buildArticle(parts: readonly PageElement[], dropped: ReadonlySet<PageElement>, rules: Rules): FoundArticle {
  const root = copyTree(parts, dropped)
  const measures = rules.tidy ? tidyArticle(root) : measureTree(root, new Set()).get(root)!
  return { root, measures, note: rules.name }
}

function sumOfDepths(root: PageParent): number {
  let sum = 0
  let level: PageParent[] = [root]
  for (let depth = 1; level.length > 0; depth++) {
    const below: PageElement[] = []
    for (const parent of level) for (const child of parent.childNodes) if (isElement(child)) below.push(child)
    sum += depth * below.length
    level = below
  }
  return sum
}

/**
 * Minimum length in characters of a paragraph before the container. Shorter ones are often labels, not part of the
 * article.
 */
const MIN_LEAD_CHARACTERS = 80
const MAX_LINKS = 0.25

/**
 * Finds further parts of an article among the siblings of its container. Many sites put the first paragraphs before the
 * container of the other paragraphs.
 *
 * @param top the chosen container
 * @returns the container, siblings with a sufficient score, what stands between them, and paragraphs before it, in
 *   document order
 */
function joinSiblings(top: PageElement, scores: Scores, measures: MeasuresOf): PageElement[] {
  const siblings = top.parentNode?.childNodes.filter(isElement) ?? [top]
  const least = Math.max(MIN_SCORE, (scores.get(top) ?? 0) * PART_OF_TOP)
  const place = siblings.indexOf(top)
  const isPart = siblings.map((sibling, index) => {
    if (sibling === top || (scores.get(sibling) ?? 0) >= least) return true
    return index < place && isLead(sibling, measures.get(sibling))
  })
  const [first, last] = [isPart.indexOf(true), isPart.lastIndexOf(true)]
  const isInside = (sibling: PageElement, index: number): boolean => {
    const inside = measures.get(sibling)
    if (index > first && index < last) return isContent(sibling, inside)
    return index >= first - BOXES_BESIDE && index <= last + BOXES_BESIDE && isDataBox(sibling, inside)
  }
  return siblings.filter((sibling, index) => isPart[index] || isInside(sibling, index))
}

/** Number of boxes directly before and after the article that are examined. */
const BOXES_BESIDE = 2
/** Minimum number of items of a list that is content by itself. */
const MIN_ITEMS = 3
/** Maximum share of linked text in a box beside the article that is data. */
const MAX_LINKS_IN_DATA = 0.1

/** @returns whether a box beside the article consists of data that belong to it: a table, code, a list or pictures */
function isDataBox(element: PageElement, inside: Measures | undefined): boolean {
  if (inside === undefined || inside.inputs > 0 || inside.frames > 0 || linkDensity(inside) > MAX_LINKS_IN_DATA)
    return false
  if (isUnlikely(element) || isNamedClutter(element)) return false
  if (isPictureGroup(element, inside) || inside.items >= MIN_ITEMS) return true
  return firstElements(element, MAX_SEARCHED_ELEMENTS).some(({ tagName }) => DATA_ELEMENTS.has(tagName))
}

const DATA_ELEMENTS = new Set(['th', 'pre', 'details', 'dt'])
const MAX_SEARCHED_ELEMENTS = 30

/** Maximum share of linked text in a box between two parts of the article. Boxes with more are teasers. */
const MAX_LINKS_BETWEEN = 0.35

/** @returns whether a box between two parts of the article belongs to it, such as a gallery, a list or a table */
function isContent(element: PageElement, inside: Measures | undefined): boolean {
  if (inside === undefined || inside.inputs > 0 || (inside.text === 0 && inside.images === 0)) return false
  return linkDensity(inside) < MAX_LINKS_BETWEEN || isPictureGroup(element, inside)
}

function isLead(element: PageElement, inside: Measures | undefined): boolean {
  if (inside === undefined || !isParagraph(element, inside)) return false
  return inside.text > MIN_LEAD_CHARACTERS && linkDensity(inside) < MAX_LINKS
}
