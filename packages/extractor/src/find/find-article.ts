import { chooseContainer, onlyChildDown } from './choose-container.ts'
import { mainPartAround } from './boxes/main-part.ts'
import { isInside } from '../dom/select-elements.ts'
import { copyTree } from '../dom/copy-tree.ts'
import { findClutter } from './find-clutter.ts'
import { findElement, isElement, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { flattenBelow, MAX_DEPTH } from '../dom/parse-page.ts'
import { joinSiblings, sectionsAfter } from './join-siblings.ts'
import { scoreCandidates } from './score-candidates.ts'
import { widerContainer, contentScore } from './wider-container.ts'
import { measureCopies, measureTree, type Measures, type MeasuresOf } from '../dom/text-measures.ts'
import { tidyArticle } from './tidy-article.ts'

interface FoundArticle {
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

/** Minimum share of long paragraphs in a text, so that it is not a list of links. */
const MIN_PROSE_SHARE = 0.5

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
 * @param isDiscussion whether the page is a discussion, so that comments may be its content
 * @returns copies of the main content, not sanitised; undefined if the page has no body
 */
export function findArticle(
  page: PageParent,
  isArticle: boolean,
  attempts: number = ATTEMPTS.length,
  isDiscussion?: boolean,
): FoundArticle | undefined {
  const body = findElement(page, (element) => element.tagName === 'body')
  if (body === undefined) return undefined
  let whole = measureTree(body, new Set())
  // Most pages have too few elements to exceed the sum, whatever their depths.
  if (whole.size * MAX_DEPTH > MAX_SUM_OF_DEPTHS && sumOfDepths(page) > MAX_SUM_OF_DEPTHS) {
    flattenBelow(page, DEPTH_OF_SLOW_PAGES)
    whole = measureTree(body, new Set())
  }
  let best: FoundArticle | undefined
  for (const [index, attempt] of ATTEMPTS.slice(0, attempts).entries()) {
    const within = best && mainPartAround(best.root, best.measures)
    const found = attemptOnce(body, whole, {
      ...attempt,
      isDiscussion,
      within,
      named: attempt.named || within !== undefined,
      factor: isArticle ? MIN_WIDER_SCORE_RATIO_OF_ARTICLES : MIN_WIDER_SCORE_RATIO,
    })
    if (best === undefined || isBetter(found.measures, best.measures)) best = found
    if (isEnough(best.measures, { isArticle, isFirst: index === 0 })) return best
  }
  return best
}

interface AttemptKind {
  readonly isArticle: boolean
  /** whether all rules were used */
  readonly isFirst: boolean
}

function isEnough({ text, long }: Measures, { isArticle, isFirst }: AttemptKind): boolean {
  if (isArticle && long >= ENOUGH_PROSE) return true
  // If all rules together left hardly anything, a list of links may be one of several on the page.
  return text >= MIN_ARTICLE_LENGTH && (isFirst || long >= text * MIN_PROSE_SHARE)
}

function isBetter(found: Measures, best: Measures): boolean {
  const isReadable = best.long > ENOUGH_PROSE || best.text >= MIN_ARTICLE_LENGTH
  return found.text > best.text * (isReadable ? MIN_LENGTH_RATIO : 1)
}

interface Rules extends Attempt {
  readonly isDiscussion: boolean | undefined
  readonly factor: number
  /** the part of the page that the text may not leave; undefined for the whole page */
  readonly within: PageElement | undefined
}

function attemptOnce(body: PageElement, whole: MeasuresOf, rules: Rules): FoundArticle {
  const dropped = findClutter(body, whole, rules)
  const measures = measureTree(body, dropped, whole)
  const scores = scoreCandidates(body, measures, { dropped, useNames: rules.useNames })
  const top = chooseContainer({ body, scores, measures })
  const parts = joinSiblings(top, scores, measures)
  const inner = parts.length === 1 ? onlyChildDown(top, measures) : top
  const { within } = rules
  if (within !== undefined && (top === within || !isInside(inner, within)))
    return buildArticle([within], { dropped, measures, rules })
  const build = (copied: readonly PageElement[]): FoundArticle => buildArticle(copied, { dropped, measures, rules })
  const first = build(parts)
  const wide = widerContainer(top, body, { measures, dropped })
  const worth = contentScore(measures.get(body)!)
  const least = worth(first.measures) * rules.factor
  const mayWiden = wide !== undefined && (within === undefined || isInside(wide, within))
  if (mayWiden && worth(measures.get(wide)!) >= least) {
    const second = build([wide])
    if (worth(second.measures) > least) return { ...second, note: `${second.note}, the wider part` }
  }
  const sections = sectionsAfter(top, measures).filter((section) => !parts.includes(section))
  return sections.length === 0 ? first : build([...parts, ...sections])
}

interface Search {
  readonly dropped: ReadonlySet<PageElement>
  readonly measures: MeasuresOf
  readonly rules: Rules
}

function buildArticle(parts: readonly PageElement[], { dropped, measures, rules }: Search): FoundArticle {
  const root = copyTree(parts, dropped)
  const remaining = rules.tidy ? tidyArticle(root, measures) : measureCopies(root, measures).get(root)!
  return { root, measures: remaining, note: rules.name }
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
