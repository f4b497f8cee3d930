import { attributeOf, type PageElement } from '../dom/page-tree.ts'
import { isProse, type PageLine, type PageLines } from './page-lines.ts'

/** Lines that belong together, such as the items of a list or the titles of all cards of a grid. */
export interface LineGroup {
  /** Indexes of the lines, in document order. */
  readonly lines: readonly number[]
  /** What connects the lines. */
  readonly kind: 'list' | 'folded' | 'siblings'
  /** For siblings, the number of the elements in which the lines are, equal for the titles and the texts of the same cards; otherwise 0. */
  readonly siblings: number
}

const LISTS = new Set(['ul', 'ol', 'dl'])
/** Elements that are judged together only with elements of the same kind beside them. */
const CARDS = new Set('div section article a figure details li p tr'.split(' '))
/** Minimum number of elements beside each other that form a group. */
const MIN_SIBLINGS = 3
/** A list with more characters in an item is a list of posts or of cards. Its items are judged by their parts. */
const MAX_ITEM = 600

/**
 * Finds the lines of a page that must be kept or removed together. A line belongs to at most one group: to the folded
 * texts beside each other with their questions, to the outermost list around it, or to the lines at the same place of repeated elements.
 */
export function lineGroups(page: PageLines): readonly LineGroup[] {
  const sizes = sizesOf(page)
  const siblings = siblingKeys(page, sizes)
  const lists = firstLists(page, sizes)
  const groups = new Groups()
  for (let index = 0; index < page.lines.length; index++)
    addToGroup(groups, page, { index, facts: { sizes, siblings, lists } })
  return groups.all
}

/**
 * @returns a function that finds the card around a line if another line is at the same place of a card beside it: the same
 *   value in two of several cards is no copy. It returns the element's index, or 0 if the lines are not in such cards.
 */
export function cardsWithSamePlace(page: PageLines): (line: PageLine, other: PageLine) => number {
  const { parents } = page
  const siblings = siblingKeys(page, sizesOf(page))
  return (line, other) => {
    let [card, beside] = [line.inner, other.inner]
    // Elements are numbered in the order of the page, so that of two, the later one cannot be around the other.
    while (parents[card] !== parents[beside]) {
      if (parents[card]! > parents[beside]!) card = parents[card]!
      else beside = parents[beside]!
    }
    if (card === beside || siblings[card] === 0 || siblings[card] !== siblings[beside]) return 0
    return pathTo(page, line.inner, card) === pathTo(page, other.inner, beside) ? card : 0
  }
}

type GrowingGroup = LineGroup & { readonly lines: number[] }

/** The groups of a page in the order of their first lines, found by number and by the place within an element. */
class Groups {
  readonly all: GrowingGroup[] = []
  readonly #byPlace = new Map<string, Map<number, GrowingGroup>>()

  /** @param key number of an element or of several siblings; with `place`, it belongs to one group */
  add(line: number, key: number, place: string, { kind, siblings }: Pick<LineGroup, 'kind' | 'siblings'>): void {
    let byKey = this.#byPlace.get(place)
    if (byKey === undefined) this.#byPlace.set(place, (byKey = new Map()))
    const group = byKey.get(key)
    if (group !== undefined) group.lines.push(line)
    else {
      const started = { kind, siblings, lines: [line] }
      byKey.set(key, started)
      this.all.push(started)
    }
  }
}

/** Totals of the lines within each element. */
interface Sizes {
  readonly lines: Int32Array
  readonly length: Int32Array
}

interface PageFacts {
  readonly sizes: Sizes
  /** For each element, the number of its kind among its siblings; 0 if there are too few of the kind. */
  readonly siblings: Int32Array
  /** For each list, the first of the lists that belong together. */
  readonly lists: Int32Array
}

interface GroupedLine {
  readonly index: number
  readonly facts: PageFacts
}

/** Adds a line to its group, unless it stands alone. */
function addToGroup(groups: Groups, page: PageLines, { index, facts }: GroupedLine): void {
  const { elements, parents, lines } = page
  const { inner } = lines[index]!
  let [folded, list] = [-1, -1]
  for (let at = inner; at > 0; at = parents[at]!) {
    const { tagName } = elements[at]!
    if (LISTS.has(tagName) && isShortList(at, facts.sizes)) list = facts.lists[at]!
    if (tagName === 'details' && folded < 0) folded = at
  }
  if (list >= 0) return groups.add(index, list, 'list', { kind: 'list', siblings: 0 })
  if (folded >= 0) return groups.add(index, parents[folded]!, 'folded', { kind: 'folded', siblings: 0 })
  const card = cardAround(page, lines[index]!, facts.siblings)
  const siblings = facts.siblings[card]!
  if (siblings > 0) groups.add(index, siblings, pathTo(page, inner, card), { kind: 'siblings', siblings })
}

/** @returns the innermost repeated element around a line; the body if there is none */
function cardAround({ elements, parents }: PageLines, line: PageLine, siblings: Int32Array): number {
  for (let at = line.inner; at > 0; at = parents[at]!) {
    const isLooseLine = at === line.inner && elements[at]!.tagName === 'p' && !isProse(line)
    if (siblings[at]! > 0 && !isLooseLine) return at
  }
  return 0
}

/** @returns the tag names from an element to one around it, which is not among them */
function pathTo({ elements, parents }: PageLines, inner: number, card: number): string {
  let path = '>'
  for (let at = inner; at !== card; at = parents[at]!) path += `${elements[at]!.tagName}>`
  return path
}

function isShortList(list: number, { lines, length }: Sizes): boolean {
  return lines[list]! > 0 && length[list]! <= lines[list]! * MAX_ITEM
}

/**
 * @returns for each list, the first of the lists of its kind directly beside each other, as Notion exports them; for a list
 *   of a single line, the first such list in the same box: each may be the title of the paragraphs below it
 */
function firstLists({ elements, parents }: PageLines, { lines }: Sizes): Int32Array {
  const first = new Int32Array(elements.length)
  const lastChild = new Int32Array(elements.length).fill(-1)
  const single = new Map<number, number>()
  for (let at = 1; at < elements.length; at++) {
    const before = lastChild[parents[at]!]!
    lastChild[parents[at]!] = at
    const { tagName } = elements[at]!
    if (!LISTS.has(tagName)) continue
    const isNext = before >= 0 && elements[before]!.tagName === tagName
    first[at] = isNext ? first[before]! : at
    if (isNext || lines[at] !== 1) continue
    if (single.has(parents[at]!)) first[at] = single.get(parents[at]!)!
    else single.set(parents[at]!, at)
  }
  return first
}

function sizesOf({ elements, parents, lines }: PageLines): Sizes {
  const sizes = { lines: new Int32Array(elements.length), length: new Int32Array(elements.length) }
  for (const { inner, text } of lines) {
    sizes.lines[inner]! += 1
    sizes.length[inner]! += text.length
  }
  for (let index = elements.length - 1; index > 0; index--) {
    sizes.lines[parents[index]!]! += sizes.lines[index]!
    sizes.length[parents[index]!]! += sizes.length[index]!
  }
  return sizes
}

/** @returns for each element, the number of its kind among its siblings, counted from 1; 0 for elements without group */
function siblingKeys({ elements, parents }: PageLines, { lines }: Sizes): Int32Array {
  const kindOf = kindReader()
  /** For each kind, the numbers by parent. */
  const numbers: Map<number, number>[] = []
  const counts: number[] = [0]
  const keys = new Int32Array(elements.length)
  for (let at = 1; at < elements.length; at++) {
    const element = elements[at]!
    if (lines[at] === 0 || !CARDS.has(element.tagName)) continue
    const ofKind = (numbers[kindOf(element)] ??= new Map())
    let number = ofKind.get(parents[at]!)
    if (number === undefined) ofKind.set(parents[at]!, (number = counts.push(0) - 1))
    counts[number]! += 1
    keys[at] = number
  }
  for (let at = 1; at < keys.length; at++) if (counts[keys[at]!]! < MIN_SIBLINGS) keys[at] = 0
  return keys
}

/**
 * @returns a function that numbers elements by tag and first class name without digits. Siblings of one kind often differ
 *   in further class names.
 */
function kindReader(): (element: PageElement) => number {
  const kinds = new Map<string, number>()
  const byTag = new Map<string, Map<string | undefined, number>>()
  return (element) => {
    const classes = attributeOf(element, 'class')
    let byClass = byTag.get(element.tagName)
    if (byClass === undefined) byTag.set(element.tagName, (byClass = new Map()))
    let kind = byClass.get(classes)
    if (kind === undefined) {
      const name = classes === undefined ? element.tagName : `${element.tagName}.${firstName(classes)}`
      kind = kinds.get(name) ?? kinds.size
      kinds.set(name, kind)
      byClass.set(classes, kind)
    }
    return kind
  }
}

function firstName(names: string): string {
  const start = names.trimStart().slice(0, 100)
  const end = start.search(/\s/)
  return (end < 0 ? start : start.slice(0, end)).replaceAll(/\d+/g, '')
}
