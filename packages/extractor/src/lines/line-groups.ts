import { attributeOf, type PageElement } from '../dom/page-tree.ts'
import { isProse, type PageLine, type PageLines } from './page-lines.ts'

/** Lines that belong together, such as the items of a list or the titles of all cards of a grid. */
export interface LineGroup {
  /** Indexes of the lines, in document order. */
  readonly lines: readonly number[]
  /** What connects the lines. */
  readonly kind: 'list' | 'folded' | 'siblings'
  /** For siblings, the elements in which the lines are; equal for the titles and the texts of the same cards. */
  readonly siblings: string
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
  const lists = firstLists(page)
  const groups = new Map<string, LineGroup & { readonly lines: number[] }>()
  for (const [index, line] of page.lines.entries()) {
    const place = placeOf(page, line, { sizes, siblings, lists })
    if (place === undefined) continue
    const group = groups.get(place.key)
    if (group === undefined) groups.set(place.key, { kind: place.kind, siblings: place.siblings, lines: [index] })
    else group.lines.push(index)
  }
  return [...groups.values()]
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
  /** For each list, the first of the lists of its kind directly beside each other. */
  readonly lists: Int32Array
}

interface Place {
  readonly key: string
  readonly siblings: string
  readonly kind: LineGroup['kind']
}

/** @returns the group of a line; undefined if the line stands alone */
function placeOf(page: PageLines, line: PageLine, { sizes, siblings, lists }: PageFacts): Place | undefined {
  const { elements, parents } = page
  let [folded, list] = [-1, -1]
  for (let at = line.inner; at > 0; at = parents[at]!) {
    const { tagName } = elements[at]!
    if (LISTS.has(tagName) && isShortList(at, sizes)) list = lists[at]!
    if (tagName === 'details' && folded < 0) folded = at
  }
  if (list >= 0) return { kind: 'list', key: `list ${list}`, siblings: '' }
  if (folded >= 0) return { kind: 'folded', key: `folded ${parents[folded]!}`, siblings: '' }
  return repeatedPlace(page, line, siblings)
}

/** @returns the place of a line in the innermost repeated element around it; undefined if there is none */
function repeatedPlace({ elements, parents }: PageLines, line: PageLine, siblings: Int32Array): Place | undefined {
  let path = ''
  for (let at = line.inner; at > 0; at = parents[at]!) {
    const { tagName } = elements[at]!
    const isLooseLine = tagName === 'p' && path === '' && !isProse(line)
    if (siblings[at]! > 0 && !isLooseLine) {
      const cards = `${parents[at]!}/${siblings[at]!}`
      return { kind: 'siblings', key: cards + path, siblings: cards }
    }
    path += `>${tagName}`
  }
  return undefined
}

function isShortList(list: number, { lines, length }: Sizes): boolean {
  return lines[list]! > 0 && length[list]! <= lines[list]! * MAX_ITEM
}

/** @returns for each list, the first of the lists of its kind directly beside each other, as Notion exports them */
function firstLists({ elements, parents }: PageLines): Int32Array {
  const first = Int32Array.from(elements, (_, at) => at)
  const lastChild = new Int32Array(elements.length).fill(-1)
  for (let at = 1; at < elements.length; at++) {
    const before = lastChild[parents[at]!]!
    lastChild[parents[at]!] = at
    const { tagName } = elements[at]!
    if (before >= 0 && LISTS.has(tagName) && elements[before]!.tagName === tagName) first[at] = first[before]!
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
  const kinds = new Map<string, number>()
  const numbers = new Map<number, number>()
  const counts: number[] = [0]
  const keys = new Int32Array(elements.length)
  for (let at = 1; at < elements.length; at++) {
    const element = elements[at]!
    if (lines[at] === 0 || !CARDS.has(element.tagName)) continue
    const name = kindName(element)
    let kind = kinds.get(name)
    if (kind === undefined) kinds.set(name, (kind = kinds.size + 1))
    const key = parents[at]! * MAX_KINDS + kind
    let number = numbers.get(key)
    if (number === undefined) numbers.set(key, (number = counts.push(0) - 1))
    counts[number]! += 1
    keys[at] = number
  }
  return keys.map((number) => (counts[number]! >= MIN_SIBLINGS ? number : 0))
}

/** More than the number of kinds on any page, so that each pair of parent and kind has another number. */
const MAX_KINDS = 2 ** 20

/** @returns tag and first class name without numbers. Siblings of one kind often differ in further class names. */
function kindName(element: PageElement): string {
  const names = attributeOf(element, 'class')
  return names === undefined ? element.tagName : `${element.tagName}.${firstName(names)}`
}

function firstName(names: string): string {
  const start = names.trimStart().slice(0, 100)
  const end = start.search(/\s/)
  return (end < 0 ? start : start.slice(0, end)).replaceAll(/\d+/g, '')
}
