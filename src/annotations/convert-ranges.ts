import type { AnnotationRange } from './annotation.ts'
import type { ArticleMap, MapElement } from './article-map.ts'

/**
 * A non-empty part of the text of an article, from the offset of its first character to the offset after its last one.
 */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

/** Maximum number of elements in a path. Elements of sanitised content are never nested deeper. */
const MAX_DEPTH = 512
const PATH_STEP = /^([a-z][a-z0-9]{0,19})(?:\[(\d{1,6})\])?$/

/**
 * Converts a text span to a range in wallabag's format. Each end of a range consists of the path of the innermost
 * element, such as `/p[2]/em[1]`, and the offset in the text of this element.
 * @param span a span within the text
 */
export function rangeOf(map: ArticleMap, { start, end }: TextSpan): AnnotationRange {
  const [first, last] = [elementAt(map, start), elementAt(map, end - 1)]
  return {
    start: pathOf(map, first),
    startOffset: String(start - (map.elements[first]?.start ?? 0)),
    end: pathOf(map, last),
    endOffset: String(end - (map.elements[last]?.start ?? 0)),
  }
}

/** @returns the index of the innermost element that contains a character; -1 for the article itself */
function elementAt({ runs }: ArticleMap, offset: number): number {
  let [low, high] = [0, runs.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (runs[middle]!.end > offset) high = middle
    else low = middle + 1
  }
  return runs[low]?.parent ?? -1
}

function pathOf({ elements }: ArticleMap, index: number): string {
  let path = ''
  for (let at = index; at !== -1; at = elements[at]!.parent)
    path = `/${elements[at]!.name}[${numberOf(elements, at)}]${path}`
  return path
}

/** @returns the number of an element among its siblings of the same name, counted from 1 */
function numberOf(elements: readonly MapElement[], index: number): number {
  const { name, parent } = elements[index]!
  let number = 1
  for (let before = parent + 1; before < index; before++) {
    if (elements[before]!.parent === parent && elements[before]!.name === name) number++
  }
  return number
}

/** Finds the text span of a range. Returns undefined if the article has no such elements or offsets. */
export type FindSpan = (range: AnnotationRange) => TextSpan | undefined

/**
 * Maximum number of lookups for all annotations of an article; each element of a path takes one. A thousand annotations
 * need about 20,000. After the maximum, no more ranges are found. Without the limit, an attacker's very long paths
 * would take seconds.
 */
const MAX_LOOKUPS = 1_000_000

/** @returns a function that finds ranges in an article, until it has used up `MAX_LOOKUPS` */
export function spanFinder(map: ArticleMap): FindSpan {
  const children = childrenByName(map.elements)
  let lookups = 0
  const offsetOf = (path: string | null, offset: string): number | undefined => {
    const count = /^\d{1,9}$/.test(offset) ? Number(offset) : undefined
    if (lookups >= MAX_LOOKUPS) return undefined
    const steps = (path ?? '').split('/', MAX_DEPTH).filter((step) => step !== '')
    lookups += steps.length
    const span = findElementSpan(map, children, steps)
    if (count === undefined || !span || count > span.end - span.start) return undefined
    return span.start + count
  }
  return (range) => {
    const start = offsetOf(range.start, range.startOffset)
    const end = offsetOf(range.end, range.endOffset)
    return start === undefined || end === undefined || start >= end ? undefined : { start, end }
  }
}

/** @param path path of an element, as in ranges @returns the text of the element; undefined if the article has no such element */
export function elementSpan(map: ArticleMap, path: string): TextSpan | undefined {
  const steps = path.split('/', MAX_DEPTH).filter((step) => step !== '')
  return findElementSpan(map, childrenByName(map.elements), steps)
}

function childrenByName(elements: readonly MapElement[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  return new Map(
    elements.map(({ parent, name }, index) => {
      const siblings = `${parent}/${name}`
      const number = (counts.get(siblings) ?? 0) + 1
      counts.set(siblings, number)
      return [`${siblings}[${number}]`, index]
    }),
  )
}

function findElementSpan(
  { elements, text }: ArticleMap,
  children: ReadonlyMap<string, number>,
  steps: readonly string[],
): TextSpan | undefined {
  let index = -1
  for (const step of steps) {
    const [, name, number = '1'] = PATH_STEP.exec(step) ?? []
    const child = name === undefined ? undefined : children.get(`${index}/${name}[${Number(number)}]`)
    if (child === undefined) return undefined
    index = child
  }
  return elements[index] ?? { start: 0, end: text.length }
}
