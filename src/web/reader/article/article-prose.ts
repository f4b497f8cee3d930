import type { ArticleMap } from '../../../annotations/article-map.ts'
import { mapArticle } from '../../../annotations/article-map.ts'
import { placeAnnotations, type PlacedQuote, type Placements } from '../../../annotations/place-annotations.ts'
import { html, trusted } from '../../../kernel/html.ts'
import type { Html } from '../../../kernel/html.ts'
import type { Words } from '../../layout/words.ts'
import { drawArticle } from './article-markup.ts'

export interface ProseOptions {
  readonly language?: string
  /** What the sanitiser made, with our copies of its images. Nothing else may come here. */
  readonly sanitizedContent: string
  readonly annotations: readonly (PlacedQuote & { readonly text: string })[]
  readonly t: Words['t']
  /** whether pictures without a copy of ours are loaded from where they lie; never unless it says so */
  readonly hasRemoteImages?: boolean
}

export interface Prose {
  readonly markup: Html
  readonly map: ArticleMap
  readonly placements: Placements
}

/**
 * @returns a text as it is read, its annotations marked, and where everything stands in it. Without a known language the
 *   direction comes from the text itself
 */
export function articleProse({ language, sanitizedContent, annotations, t, ...options }: ProseOptions): Prose {
  const map = mapArticle(sanitizedContent)
  const placements = placeAnnotations(map, annotations)
  const noted = new Set(annotations.filter(({ text }) => text.trim() !== '').map(({ id }) => id))
  // The sanitiser's markup, with elements of our own around parts of it.
  const { hasRemoteImages = false } = options
  const drawn = trusted(drawArticle({ markup: sanitizedContent, map, placements, noted, t, hasRemoteImages }))
  const markup = language
    ? html`<div class="prose" id="prose" lang="${language}" dir="auto">${drawn}</div>`
    : html`<div class="prose" id="prose" dir="auto">${drawn}</div>`
  return { markup, map, placements }
}
