import type { ArticleMap } from './article-map.ts'
import { locateAnnotations, type QuoteToFind } from './locate-annotations.ts'

/** The words of an article before and after a highlight, in the same paragraph. Either may be empty. */
export interface HighlightContext {
  readonly before: string
  readonly after: string
}

/** Maximum number of characters on each side. */
const MAX_LENGTH = 240

/** @returns the words around a highlight; undefined if its words are no longer in the text */
export function highlightContext(map: ArticleMap, highlight: QuoteToFind): HighlightContext | undefined {
  const spans = locateAnnotations(map, [highlight]).get(highlight.id)
  const [first, last] = [spans?.[0], spans?.at(-1)]
  if (!first || !last) return undefined
  const from = map.breaks.findLast((at) => at <= first.start) ?? 0
  const to = map.breaks.find((at) => at >= last.end) ?? map.text.length
  return { before: endOf(map.text.slice(from, first.start)), after: startOf(map.text.slice(last.end, to)) }
}

/** @returns the last words of a text */
function endOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trimStart()
  return line.length <= MAX_LENGTH ? line : `…${line.slice(-MAX_LENGTH).replace(/^\S*/, '')}`
}

/** @returns the first words of a text */
function startOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trimEnd()
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH).replace(/\S*$/, '')}…`
}
