import { elementFacts, SURROUNDINGS, type ElementFacts } from './element-facts.ts'
import { countCharacters, START_CHARACTERS } from './count-characters.ts'
import { isTitle } from './first-line-below-title.ts'
import type { PageLine, PageLines } from './page-lines.ts'
import { SECTION_FACTS, sectionFacts } from './section-facts.ts'
import { WORD_FEATURES, wordFeatures, type WordScores } from './word-scores.ts'

/** Facts about the page that the model uses in addition to its lines. */
export interface PageContext {
  /** True if the page declares itself an article. */
  readonly isArticle: boolean
  readonly url: string
  readonly title: string
  /** 1 for each line that the rules (the extraction steps before the model) keep, otherwise 0. */
  readonly isKept: Uint8Array
  /** Index of the first line that the rules keep; -1 if they keep none. */
  readonly firstKept: number
  /** Index of the first line below the title; undefined if the page does not show the title above the text. */
  readonly belowTitle: number | undefined
}

const OWN_FEATURES =
  'length words linkShare commas sentenceEnd digits capitals kept position place isTitle repeated'.split(' ')
const TAG_FEATURES =
  'p li h1 h2 h3 h4 h5 div span a td th dt dd blockquote pre figcaption button label summary section article'.split(' ')
const BOX_FEATURES = 'text linkShare lines keptShare averageLine'.split(' ')
/**
 * A line's block, and four of its ancestors. Each ancestor is the nearest one with more lines than the previous box.
 */
const BOX_NAMES = ['block', 'box1', 'box2', 'box3', 'box4']
const GROUP_FEATURES = 'count averageLength linkShare keptShare'.split(' ')
const NEAR_OFFSETS = [-2, -1, 1, 2]
const NEAR_FEATURES = 'length linkShare kept'.split(' ')
const WINDOW_FEATURES = 'keptWindow5 keptWindow15 distanceToKept textWindow5 linkWindow5 keptBefore keptAfter'.split(
  ' ',
)
const PAGE_FEATURES = 'pageText pageLinkShare pageKept pageKeptShare pageLines isArticle pathDepth'.split(' ')

/** Names of the features, in the order of the values in a row. */
export const FEATURES: readonly string[] = [
  ...OWN_FEATURES,
  'tag',
  'depth',
  'weight',
  ...SURROUNDINGS.map((name) => `in:${name}`),
  ...BOX_NAMES.flatMap((box) => BOX_FEATURES.map((fact) => `${box}:${fact}`)),
  ...GROUP_FEATURES.map((fact) => `group:${fact}`),
  ...NEAR_OFFSETS.flatMap((offset) => NEAR_FEATURES.map((fact) => `near${offset}:${fact}`)),
  ...WINDOW_FEATURES,
  ...SECTION_FACTS.map((fact) => `section:${fact}`),
  'belowTitle',
  ...PAGE_FEATURES,
  ...WORD_FEATURES,
]

/** Rows of features of some lines of a page. */
interface LineRows {
  /** Indexes of the lines, in document order. */
  readonly lines: Uint32Array
  /** The rows of these lines, concatenated. */
  readonly values: Float32Array
}

/** @returns the rows of features of all lines, concatenated */
export function lineFeatures(page: PageLines, context: PageContext, scores: WordScores): Float32Array {
  return rowsOf(sceneOf(page, context), indexesOf(page), scores)
}

/**
 * @returns the rows of the lines that the model may keep. Usually, these are all lines outside of menus and footers, and
 * those that the rules selected. If the page declares itself an article and the rules selected much text, these are only
 * the lines near that text, similar to one of its lines, or between the title and that text: other lines hardly ever
 * belong to the article.
 */
export function openLineFeatures(page: PageLines, context: PageContext, scores: WordScores): LineRows {
  const scene = sceneOf(page, context)
  const isFound = context.isArticle && scene.keptBefore[page.lines.length]! >= LONG_SELECTION
  const lines = indexesOf(page).filter((index) => !isInSitePart(scene, index) && (!isFound || isOpen(scene, index)))
  return { lines, values: rowsOf(scene, lines, scores) }
}

function indexesOf({ lines }: PageLines): Uint32Array<ArrayBuffer> {
  const indexes = new Uint32Array(lines.length)
  for (let index = 0; index < indexes.length; index++) indexes[index] = index
  return indexes
}

/** If the rules selected less text than this, in characters, the article may be anywhere. */
const MIN_SELECTION = 600
const SITE_PARTS = (1 << SURROUNDINGS.indexOf('nav')) | (1 << SURROUNDINGS.indexOf('footer'))

/** @returns whether a line is in a menu or a footer and unlike all lines that the rules selected */
function isInSitePart({ page, context, facts, groupOf, keptBefore }: Scene, index: number): boolean {
  if (keptBefore[page.lines.length]! < MIN_SELECTION) return false
  if (context.isKept[index] === 1 || groupOf[index]!.kept > 0) return false
  return (facts.surroundings[page.lines[index]!.inner]! & SITE_PARTS) !== 0
}

/** If the text that the rules selected has at least this length in characters, it is usually complete. */
const LONG_SELECTION = 1500
/** Number of lines before and after a line that make up the window of the feature `keptWindow15`. */
const WINDOW_LINES = 15

function isOpen({ page, context, keptBefore, groupOf }: Scene, index: number): boolean {
  if (groupOf[index]!.kept > 0 || isBetweenTitleAndText(context, index)) return true
  const end = Math.min(page.lines.length, index + WINDOW_LINES + 1)
  return keptBefore[end]! > keptBefore[Math.max(0, index - WINDOW_LINES)]!
}

/** @returns true for a line between the title and the first line that the rules selected */
export function isBetweenTitleAndText({ belowTitle, firstKept }: PageContext, index: number): boolean {
  return belowTitle !== undefined && index >= belowTitle && index < firstKept
}

function rowsOf(scene: Scene, lines: Uint32Array, scores: WordScores): Float32Array {
  const { context } = scene
  const words = wordFeatures(scene.page, scores, lines)
  const rows = new RowWriter(lines.length)
  for (let at = 0; at < lines.length; at++) {
    const index = lines[at]!
    writeOwn(rows, scene, index)
    writeSurroundings(rows, scene, index)
    writeBoxes(rows, scene, index)
    writeGroup(rows, scene, index)
    writeNear(rows, scene, index)
    writeWindow(rows, scene, index)
    rows.addPart(scene.sectionRows, index * SECTION_FACTS.length, SECTION_FACTS.length)
    rows.add(linesBelowTitle(context, index))
    for (const value of scene.pageRow) rows.add(value)
    rows.addPart(words, at * WORD_FEATURES.length, WORD_FEATURES.length)
  }
  return rows.values
}

class RowWriter {
  readonly values: Float32Array
  #at = 0

  constructor(count: number) {
    this.values = new Float32Array(count * FEATURES.length)
  }

  add(value: number): void {
    this.values[this.#at++] = value
  }

  addPart(values: Float32Array, from: number, count: number): void {
    for (let i = from; i < from + count; i++) this.values[this.#at++] = values[i]!
  }
}

interface Group {
  count: number
  text: number
  linked: number
  kept: number
}

interface Scene {
  readonly page: PageLines
  readonly context: PageContext
  readonly facts: ElementFacts
  readonly title: string
  readonly totalText: number
  /** Number of characters before each line. */
  readonly before: Float64Array
  /** Number of characters in kept lines before each line; the last value is the total. */
  readonly keptBefore: Float64Array
  readonly linkedBefore: Float64Array
  readonly groupOf: readonly Group[]
  readonly occurrences: ReadonlyMap<string, number>
  readonly lastKept: Int32Array
  readonly nextKept: Int32Array
  readonly lineRows: Float32Array
  readonly boxRows: Float32Array
  readonly sectionRows: Float32Array
  readonly wider: Int32Array
  readonly pageRow: readonly number[]
}

function sceneOf(page: PageLines, context: PageContext): Scene {
  const { lines } = page
  const facts = elementFacts(page, context.isKept)
  const count = lines.length
  const sums = () => new Float64Array(count + 1)
  const [before, keptBefore, linkedBefore] = [sums(), sums(), sums()]
  const [lastKept, nextKept] = [new Int32Array(count).fill(-1), new Int32Array(count).fill(-1)]
  const occurrences = new Map<string, number>()
  const groups = new Map<number, Group>()
  const kindOf = kindsOf(page)
  const groupOf: Group[] = []
  for (let index = 0; index < count; index++) {
    const line = lines[index]!
    const length = line.text.length
    const isKept = context.isKept[index]!
    before[index + 1] = before[index]! + length
    keptBefore[index + 1] = keptBefore[index]! + length * isKept
    linkedBefore[index + 1] = linkedBefore[index]! + line.linked
    lastKept[index] = isKept === 1 ? index : index === 0 ? -1 : lastKept[index - 1]!
    occurrences.set(line.text, (occurrences.get(line.text) ?? 0) + 1)
    groupOf.push(addToGroup(groups, kindOf(line), line, isKept))
  }
  for (let index = count - 1; index >= 0; index--)
    nextKept[index] = context.isKept[index] === 1 ? index : index === count - 1 ? -1 : nextKept[index + 1]!
  const totalText = before[count]!
  const pageRow = pageRowOf(context, { text: totalText, linked: linkedBefore[count]!, kept: keptBefore[count]!, count })
  return {
    page,
    context,
    facts,
    title: context.title.toLowerCase(),
    totalText,
    before,
    keptBefore,
    linkedBefore,
    groupOf,
    occurrences,
    lastKept,
    nextKept,
    lineRows: lineRowsOf(lines),
    boxRows: boxRowsOf(facts),
    sectionRows: sectionFacts(page, context.isKept),
    wider: widerElements(page, facts),
    pageRow,
  }
}

/**
 * @returns a function that returns the number of a line's kind. Two lines are of the same kind if their block, its
 * parent and its grandparent have the same tags and class names.
 */
function kindsOf({ elements, parents, names }: PageLines): (line: PageLine) => number {
  const numbers = new Map<string, number>()
  const pairs = new Map<number, number>()
  const withoutDigits: number[] = []
  const nameKind = (name: number): number =>
    (withoutDigits[name] ??= numberOf(numbers, `.${names.texts[name]!.replaceAll(/\d+/g, '')}`))
  const pair = (first: number, second: number): number => numberOf(pairs, first * PAIR_FACTOR + second)
  const ownOf = new Int32Array(elements.length).fill(NOT_KNOWN)
  const own = (index: number): number => {
    if (index < 0) return 0
    if (ownOf[index] === NOT_KNOWN)
      ownOf[index] = pair(numberOf(numbers, elements[index]!.tagName), nameKind(names.numberOf(index)))
    return ownOf[index]!
  }
  return ({ block, inner }) => {
    const parent = block < 0 ? -1 : parents[block]!
    const outer = parent < 0 ? -1 : parents[parent]!
    const tag = inner === block ? 0 : numberOf(numbers, elements[inner]!.tagName)
    return pair(pair(tag, own(block)), pair(own(parent), own(outer)))
  }
}

const NOT_KNOWN = -1
/**
 * Factor for combining two numbers into one: `first * PAIR_FACTOR + second`. The factor exceeds the number of kinds on
 * any page, so that different pairs give different numbers.
 */
const PAIR_FACTOR = 2 ** 24

/** @returns the number of a key, counted from 1. Equal keys have the same number. */
function numberOf<Key>(numbers: Map<Key, number>, key: Key): number {
  let number = numbers.get(key)
  if (number === undefined) numbers.set(key, (number = numbers.size + 1))
  return number
}

function addToGroup(groups: Map<number, Group>, kind: number, line: PageLine, isKept: number): Group {
  let group = groups.get(kind)
  if (!group) groups.set(kind, (group = { count: 0, text: 0, linked: 0, kept: 0 }))
  group.count += 1
  group.text += line.text.length
  group.linked += line.linked
  group.kept += isKept
  return group
}

interface Totals {
  readonly text: number
  readonly linked: number
  readonly kept: number
  readonly count: number
}

function pageRowOf({ isArticle, url }: PageContext, { text, linked, kept, count }: Totals): number[] {
  const path = /^[a-z]+:\/\/[^/]*([^?#]*)/i.exec(url)?.[1] ?? ''
  return [
    Math.log1p(text),
    share(linked, text),
    Math.log1p(kept),
    share(kept, text),
    Math.log1p(count),
    Number(isArticle),
    path.split('/').filter((part) => part !== '').length,
  ]
}

function writeOwn(rows: RowWriter, scene: Scene, index: number): void {
  const { page, context, before, totalText, occurrences, title } = scene
  const { text, linked } = page.lines[index]!
  const { commas, words, digits, capitals } = countCharacters(text)
  const cut = Math.min(text.length, START_CHARACTERS)
  rows.add(Math.log1p(text.length))
  rows.add(words)
  rows.add(share(linked, text.length))
  rows.add(commas)
  rows.add(Number(SENTENCE_END.test(text.slice(-6))))
  rows.add(share(digits, cut))
  rows.add(share(capitals, cut))
  rows.add(context.isKept[index]!)
  rows.add(index / page.lines.length)
  rows.add(share(before[index]!, totalText))
  rows.add(Number(isTitle(text, title)))
  rows.add(Math.min(occurrences.get(text) ?? 1, 20))
}

const SENTENCE_END = /[.!?…。:]["'”’)\]]*$/

function writeSurroundings(rows: RowWriter, { page, facts }: Scene, index: number): void {
  const { block, inner } = page.lines[index]!
  rows.add(TAG_FEATURES.indexOf(page.elements[block]!.tagName))
  rows.add(facts.depth[block]!)
  rows.add(facts.weight[block]!)
  const bits = facts.surroundings[inner]!
  for (let i = 0; i < SURROUNDINGS.length; i++) rows.add((bits >> i) & 1)
}

/** Writes the model's inputs that describe the elements around the line, one group for each entry of `BOX_NAMES`. */
function writeBoxes(rows: RowWriter, { page, boxRows, wider }: Scene, index: number): void {
  let at = page.lines[index]!.block
  for (let box = 0; box < BOX_NAMES.length; box++) {
    rows.addPart(boxRows, at * BOX_FEATURES.length, BOX_FEATURES.length)
    at = wider[at]!
  }
}

/** @returns the features named in `BOX_FEATURES` for each element, concatenated */
function boxRowsOf({ text, linked, lines, kept }: ElementFacts): Float32Array {
  const rows = new Float32Array(lines.length * BOX_FEATURES.length)
  for (let at = 0; at < lines.length; at++) {
    if (lines[at] === 0) continue
    const start = at * BOX_FEATURES.length
    rows[start] = Math.log1p(text[at]!)
    rows[start + 1] = share(linked[at]!, text[at]!)
    rows[start + 2] = Math.log1p(lines[at]!)
    rows[start + 3] = share(kept[at]!, text[at]!)
    rows[start + 4] = share(text[at]!, lines[at]!)
  }
  return rows
}

/** @returns for each element the index of the nearest ancestor with more lines; the body if there is none */
function widerElements({ parents }: PageLines, { lines }: ElementFacts): Int32Array {
  const wider = new Int32Array(parents.length)
  for (let at = 1; at < parents.length; at++) {
    const parent = parents[at]!
    wider[at] = lines[parent]! > lines[at]! ? parent : wider[parent]!
  }
  return wider
}

function writeGroup(rows: RowWriter, { groupOf }: Scene, index: number): void {
  const { count, text, linked, kept } = groupOf[index]!
  rows.add(Math.log1p(count))
  rows.add(share(text, count))
  rows.add(share(linked, text))
  rows.add(share(kept, count))
}

function writeNear(rows: RowWriter, { context, lineRows }: Scene, index: number): void {
  const count = context.isKept.length
  for (const offset of NEAR_OFFSETS) {
    const near = index + offset
    const isOnPage = near >= 0 && near < count
    rows.add(isOnPage ? lineRows[2 * near]! : -1)
    rows.add(isOnPage ? lineRows[2 * near + 1]! : -1)
    rows.add(isOnPage ? context.isKept[near]! : -1)
  }
}

/**
 * @returns the length and the share of links of each line. They are computed only once, because neighbouring lines need
 * them too.
 */
function lineRowsOf(lines: readonly PageLine[]): Float32Array {
  const rows = new Float32Array(2 * lines.length)
  for (let index = 0; index < lines.length; index++) {
    const { text, linked } = lines[index]!
    rows[2 * index] = Math.log1p(text.length)
    rows[2 * index + 1] = share(linked, text.length)
  }
  return rows
}

function writeWindow(rows: RowWriter, scene: Scene, index: number): void {
  const { page, before, keptBefore, linkedBefore, lastKept, nextKept, totalText } = scene
  const count = page.lines.length
  const within = (sums: Float64Array, reach: number): number =>
    sums[Math.min(count, index + reach + 1)]! - sums[Math.max(0, index - reach)]!
  const text5 = within(before, 5)
  const distances = [
    lastKept[index]! < 0 ? 1000 : index - lastKept[index]!,
    nextKept[index]! < 0 ? 1000 : nextKept[index]! - index,
  ]
  const kept = keptBefore[count]!
  rows.add(share(within(keptBefore, 5), text5))
  rows.add(share(within(keptBefore, WINDOW_LINES), within(before, WINDOW_LINES)))
  rows.add(Math.min(...distances))
  rows.add(share(text5, totalText))
  rows.add(share(within(linkedBefore, 5), text5))
  rows.add(share(keptBefore[index]!, kept))
  rows.add(share(kept - keptBefore[index + 1]!, kept))
}

/** Limits of the feature `belowTitle`, in lines, and its value on pages that do not show the title above the text. */
const [MOST_ABOVE_TITLE, MOST_BELOW_TITLE, NO_TITLE] = [-30, 60, -100]

/** @returns the number of lines between the title and a line, negative above the title, within fixed limits */
function linesBelowTitle({ belowTitle }: PageContext, index: number): number {
  if (belowTitle === undefined) return NO_TITLE
  return Math.max(MOST_ABOVE_TITLE, Math.min(MOST_BELOW_TITLE, index - belowTitle))
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
