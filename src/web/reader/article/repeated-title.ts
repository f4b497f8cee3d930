import type { ArticleMap, MapElement } from '../../../annotations/article-map.ts'
import type { Placements } from '../../../annotations/locate-annotations.ts'
import { foldText } from '../../../query/text/fold-text.ts'

/** Maximum number of characters before a heading that repeats the title, such as the name of a section of the site. */
const MAX_DISTANCE = 200

/**
 * @param title of the entry, which the page shows above the article
 * @returns the first heading if it only repeats the title; undefined if it has other words, or is annotated
 */
export function repeatedTitle(
  { elements, text }: ArticleMap,
  title: string,
  placements: Placements,
): MapElement | undefined {
  const heading = elements.find(({ name }) => /^h[1-6]$/.test(name))
  if (!heading || heading.start > MAX_DISTANCE) return undefined
  const key = keyOf(title)
  if (key === '' || keyOf(text.slice(heading.start, heading.end)) !== key) return undefined
  const isAnnotated = [...placements.values()].some((spans) =>
    spans.some(({ start, end }) => start < heading.end && end > heading.start),
  )
  return isAnnotated ? undefined : heading
}

/** @returns the letters and digits of a text, in the form in which words are compared */
const keyOf = (text: string): string =>
  foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
