import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { dateText } from '../layout/date-text.ts'
import { layout } from '../layout/layout.ts'
import type { PageFrame } from '../layout/layout.ts'
import { annotatedArticle } from '../reader/article/annotated-article.ts'
import type { HighlightCode } from '../reader/article/load-code-highlighter.ts'

interface ShareView {
  readonly frame: PageFrame
  /** absolute address of this page */
  readonly address: string
  readonly title: string
  readonly url: string
  readonly siteName: string
  readonly authors: readonly string[]
  readonly publishedAt?: Date
  /** reading time in minutes; 0 if the page has no text */
  readonly readingMinutes: number
  readonly language?: string
  /** absolute address of the lead picture */
  readonly picture?: string
  /** first words of the content as plain text */
  readonly summary: string
  /** sanitised content. It is inserted into the page without escaping. */
  readonly sanitizedContent: string
  /** adds colours to code; absent if no code in the entry names its language */
  readonly highlight?: HighlightCode | undefined
}

/** @returns the public page of an entry. It does not contain the name of the owner. */
export function sharePage(view: ShareView): Html {
  const { frame, title, url, siteName, authors, publishedAt, readingMinutes } = view
  const { words } = frame
  const { t } = words
  const main = html`
    <article class="reader">
      <header class="reader-head">
        <p class="eyebrow"><a href="${url}" rel="noopener noreferrer"><bdi>${siteName}</bdi></a></p>
        <h1 dir="auto">${title}</h1>
        <p class="meta">
          ${authors.length > 0 && html`<span>${t('entry.by')} <bdi>${authors.join(', ')}</bdi></span>`}
          ${publishedAt && html`<span>${t('entry.published')} ${dateText(publishedAt, words)}</span>`}
          ${readingMinutes > 0 && html`<span>${t('entry.minutes', { count: readingMinutes })}</span>`}
        </p>
      </header>
      ${annotatedArticle({ ...view, annotations: [], t }).markup}
      <footer class="reader-foot">
        <p><a href="${url}" rel="noopener noreferrer">${t('entry.original')}</a></p>
        <p class="meta">${t('share.foot')}</p>
      </footer>
    </article>
  `
  return layout({ frame, title, kind: 'reader', main, head: socialTags(view), isInert: true })
}

/** @returns the meta tags from which social networks create a preview (https://ogp.me/ and the cards of X) */
function socialTags({ address, title, siteName, summary, picture }: ShareView): Html {
  return html`
    <meta property="og:type" content="article">
    <meta property="og:title" content="${title}">
    <meta property="og:url" content="${address}">
    <meta property="og:site_name" content="${siteName}">
    <meta property="og:description" content="${summary}">
    ${picture !== undefined && html`<meta property="og:image" content="${picture}">`}
    <meta name="description" content="${summary}">
    <meta name="twitter:card" content="${picture === undefined ? 'summary' : 'summary_large_image'}">
    <meta name="twitter:title" content="${title}">
    <meta name="twitter:description" content="${summary}">
  `
}
