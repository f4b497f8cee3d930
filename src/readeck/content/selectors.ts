import { MAX_PATH, type AnnotationRange } from '../../annotations/annotation.ts'
import { elementSpan, type TextSpan } from '../../annotations/convert-ranges.ts'
import type { ArticleMap } from '../../annotations/article-map.ts'
import { StatusError } from '../../http/send-error.ts'

/** The ends of a passage in Readeck's API: paths of elements below the served article, and offsets in their texts. */
interface Selectors {
  readonly start_selector: string
  readonly start_offset: number
  readonly end_selector: string
  readonly end_offset: number
}

/** The elements around the text in the served article. */
const WRAPPER = 'section/article'
const WRAPPED = /^\/?section(?:\[1\])?\/article(?:\[1\])?(?=\/|$)/

/** @returns the ends of a stored range */
export function selectorsOf(range: AnnotationRange | undefined): Selectors {
  return {
    start_selector: WRAPPER + (range?.start ?? ''),
    start_offset: Number(range?.startOffset ?? 0),
    end_selector: WRAPPER + (range?.end ?? ''),
    end_offset: Number(range?.endOffset ?? 0),
  }
}

/**
 * @returns the passage that the selectors mark
 * @throws StatusError 400 if the text has no such elements or offsets, or the passage is empty
 */
export function spanOf(
  map: ArticleMap,
  { start_selector, start_offset, end_selector, end_offset }: Selectors,
): TextSpan {
  const start = offsetOf(map, start_selector, start_offset)
  const end = offsetOf(map, end_selector, end_offset)
  if (start >= end) throw new StatusError(400, 'invalid range')
  return { start, end }
}

function offsetOf(map: ArticleMap, selector: string, offset: number): number {
  const path = WRAPPED.test(selector) && selector.length <= MAX_PATH ? selector.replace(WRAPPED, '') : undefined
  const element = path === undefined ? undefined : elementSpan(map, path)
  if (!element) throw new StatusError(400, `element "${selector.slice(0, 200)}" not found`)
  if (offset > element.end - element.start) throw new StatusError(400, `index "${offset}" is out of range`)
  return element.start + offset
}
