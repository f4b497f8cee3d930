import { html, trusted } from '../kernel/html.ts'
import type { Child, Html } from '../kernel/html.ts'
import { dateText } from './date-text.ts'
import { entryActions } from './entry-actions.ts'
import type { FetchView } from './entry-card.ts'
import { layout } from './layout.ts'
import type { PageFrame } from './layout.ts'
import { tagList } from './tag-list.ts'

export interface EntryView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly id: number
  readonly title: string
  readonly url: string
  readonly siteName: string
  readonly authors: readonly string[]
  readonly publishedAt?: Date
  readonly savedAt: Date
  readonly readingMinutes: number
  readonly isArchived: boolean
  readonly isStarred: boolean
  readonly tags: readonly string[]
  /** BCP 47, such as `fr`, or nothing where it is not known. */
  readonly language?: string
  readonly fetch: FetchView
  /** What the sanitiser made. Nothing else may come here. Empty where there is no text. */
  readonly sanitizedContent: string
}

const WORDS = {
  by: 'By',
  published: 'Published',
  saved: 'Saved',
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  original: 'Read the original',
  back: 'Unread',
  pendingTitle: 'Being fetched',
  pending: 'The page is still being fetched. Open this page again in a moment; you can leave meanwhile.',
  failedTitle: 'This page could not be fetched',
  failedAgainTitle: 'It could not be fetched again',
  failedNext: 'The address is kept. You can read the original, or delete the entry and save it again later.',
  keptText: 'What was read before is kept below.',
  emptyTitle: 'No text was found',
  empty: 'The page was fetched, but there was nothing on it to read. It may be a picture, a film or an application.',
}

/** @returns the reading page `/view/{id}` */
export function entryPage(view: EntryView): Html {
  const { frame, title, sanitizedContent } = view
  const main = html`<article class="reader">
<header class="reader-head">
<p class="eyebrow"><a href="/unread/list">${WORDS.back}</a><span><a href="${view.url}" rel="noopener noreferrer"><bdi>${view.siteName}</bdi></a></span></p>
<h1 dir="auto">${title}</h1>
${facts(view)}
</header>
${fetchState(view)}
${sanitizedContent !== '' && prose(view)}
<footer class="reader-foot">
${tagList(view.tags)}
<p><a href="${view.url}" rel="noopener noreferrer">${WORDS.original}</a></p>
${entryActions({ ...view, back: '/unread/list' })}
</footer>
</article>`
  return layout({ frame, title, kind: 'reader', main })
}

function facts({ authors, publishedAt, savedAt, readingMinutes }: EntryView): Html {
  return html`<p class="meta">
${authors.length > 0 && html`<span>${WORDS.by} <bdi>${authors.join(', ')}</bdi></span>`}
<span>${publishedAt ? html`${WORDS.published} ${dateText(publishedAt)}` : html`${WORDS.saved} ${dateText(savedAt)}`}</span>
${readingMinutes > 0 && html`<span>${WORDS.minutes(readingMinutes)}</span>`}
</p>`
}

/** Without a known language the direction comes from the text itself. */
function prose({ language, sanitizedContent }: EntryView): Html {
  return language
    ? html`<div class="prose" lang="${language}" dir="auto">${trusted(sanitizedContent)}</div>`
    : html`<div class="prose" dir="auto">${trusted(sanitizedContent)}</div>`
}

function fetchState({ fetch, sanitizedContent }: EntryView): Child {
  const hasText = sanitizedContent !== ''
  if (fetch.kind === 'pending') return state(WORDS.pendingTitle, [WORDS.pending])
  if (fetch.kind === 'failed') {
    return hasText
      ? state(WORDS.failedAgainTitle, [fetch.reason, WORDS.keptText])
      : state(WORDS.failedTitle, [fetch.reason, WORDS.failedNext])
  }
  return hasText ? null : state(WORDS.emptyTitle, [WORDS.empty])
}

const state = (title: string, sentences: readonly string[]): Html =>
  html`<div class="reader-state"><h2>${title}</h2>${sentences.map((sentence) => html`<p dir="auto">${sentence}</p>`)}</div>`
