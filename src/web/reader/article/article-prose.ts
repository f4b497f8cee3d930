import { COLORS, parseColor } from '../../../annotations/annotation-color.ts'
import type { ArticleMap } from '../../../annotations/article-map.ts'
import { mapArticle } from '../../../annotations/article-map.ts'
import { placeAnnotations, type PlacedQuote, type Placements } from '../../../annotations/place-annotations.ts'
import { html, trusted } from '../../../kernel/html.ts'
import type { Html } from '../../../kernel/html.ts'
import type { Words } from '../../layout/words.ts'
import { drawArticle } from './article-markup.ts'
import type { HighlightCode } from './load-code-highlighter.ts'

export interface ProseOptions {
  readonly language?: string
  /** content from the sanitiser, with stored copies of its images; nothing else is allowed here */
  readonly sanitizedContent: string
  readonly annotations: readonly (PlacedQuote & { readonly text: string; readonly color: string })[]
  readonly t: Words['t']
  /** whether pictures without a stored copy are loaded from their sites; false by default */
  readonly hasRemoteImages?: boolean
  /** adds colours to code; absent without code in a stated language */
  readonly highlight?: HighlightCode | undefined
}

export interface Prose {
  readonly markup: Html
  readonly map: ArticleMap
  readonly placements: Placements
}

/**
 * @returns the content for reading, with marked annotations, and their positions. Without a known language the text
 * itself determines its direction
 */
export function articleProse({ language, sanitizedContent, annotations, t, ...options }: ProseOptions): Prose {
  const map = mapArticle(sanitizedContent)
  const placements = placeAnnotations(map, annotations)
  const noted = new Set(annotations.filter(({ text }) => text.trim() !== '').map(({ id }) => id))
  const colors = new Map(annotations.map(({ id, color }) => [id, parseColor(color) ?? COLORS[0]]))
  // The sanitiser's markup, with added elements around parts of it.
  const { hasRemoteImages = false, highlight = String } = options
  const article = { markup: sanitizedContent, map, placements, noted, colors, t, hasRemoteImages }
  const drawn = trusted(highlight(drawArticle(article)))
  const markup = language
    ? html`<div class="prose" id="prose" lang="${language}" dir="auto">${drawn}</div>`
    : html`<div class="prose" id="prose" dir="auto">${drawn}</div>`
  return { markup, map, placements }
}
