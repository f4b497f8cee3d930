import { COLORS, parseColor } from '../../../annotations/annotation-color.ts'
import type { ArticleMap } from '../../../annotations/article-map.ts'
import { mapArticle } from '../../../annotations/article-map.ts'
import { locateAnnotations, type QuoteToFind, type Placements } from '../../../annotations/locate-annotations.ts'
import { html, trusted } from '../../../kernel/html.ts'
import type { Html } from '../../../kernel/html.ts'
import type { Localization } from '../../layout/localization.ts'
import { drawArticle } from './article-markup.ts'
import { repeatedTitle } from './repeated-title.ts'
import type { HighlightCode } from './load-code-highlighter.ts'

interface AnnotatedArticleOptions {
  /** title that the page shows above the article */
  readonly title: string
  readonly language?: string
  /**
   * sanitised content, in which images have the addresses of our stored copies. It is inserted into the page without
   * escaping.
   */
  readonly sanitizedContent: string
  readonly annotations: readonly (QuoteToFind & { readonly text: string; readonly color: string })[]
  readonly t: Localization['t']
  /** true if pages may load pictures from other sites, because the server stores no copies; false by default */
  readonly hasRemoteImages?: boolean
  /** adds colours to code; absent if no code in the entry names its language */
  readonly highlight?: HighlightCode | undefined
}

export interface AnnotatedArticle {
  readonly markup: Html
  readonly map: ArticleMap
  readonly placements: Placements
  /** true if the first heading repeats the title, and is hidden */
  readonly hasRepeatedTitle: boolean
}

/**
 * @returns the content for the reading page, with marked annotations, and the positions of the annotations. The browser
 *   derives the direction of the text from its letters.
 */
export function annotatedArticle({
  title,
  language,
  sanitizedContent,
  annotations,
  t,
  ...options
}: AnnotatedArticleOptions): AnnotatedArticle {
  const map = mapArticle(sanitizedContent)
  const placements = locateAnnotations(map, annotations)
  const annotationsWithNote = new Set(annotations.filter(({ text }) => text.trim() !== '').map(({ id }) => id))
  const colors = new Map(annotations.map(({ id, color }) => [id, parseColor(color) ?? COLORS[0]]))
  // The markup is safe as HTML: it is sanitised content with added elements.
  const { hasRemoteImages = false, highlight = String } = options
  const repeated = repeatedTitle(map, title, placements)
  const marks = { map, placements, annotationsWithNote, colors }
  const article = { markup: sanitizedContent, ...marks, ...(repeated && { repeated }), t, hasRemoteImages }
  const drawn = trusted(highlight(drawArticle(article)))
  const markup = language
    ? html`<div class="prose" id="prose" lang="${language}" dir="auto">${drawn}</div>`
    : html`<div class="prose" id="prose" dir="auto">${drawn}</div>`
  return { markup, map, placements, hasRepeatedTitle: repeated !== undefined }
}
