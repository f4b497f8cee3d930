import { html, trusted } from '../kernel/html.ts'
import type { Child, Html } from '../kernel/html.ts'
import { dateText } from './date-text.ts'
import { entryActions } from './entry-actions.ts'
import type { FetchView } from './entry-card.ts'
import { layout } from './layout.ts'
import { shareActions } from './share-actions.ts'
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
  /** id of the public link, null while there is none; absent where nothing is shared */
  readonly uid?: string | null
  /** What the sanitiser made. Nothing else may come here. Empty where there is no text. */
  readonly sanitizedContent: string
}

/** @returns the reading page `/view/{id}` */
export function entryPage(view: EntryView): Html {
  const { frame, title, sanitizedContent } = view
  const { t } = frame.words
  const main = html`<article class="reader">
<header class="reader-head">
<p class="eyebrow"><a href="/unread/list">${t('entry.back')}</a><span><a href="${view.url}" rel="noopener noreferrer"><bdi>${view.siteName}</bdi></a></span></p>
<h1 dir="auto">${title}</h1>
${facts(view)}
</header>
${fetchState(view)}
${sanitizedContent !== '' && articleProse(view)}
<footer class="reader-foot">
${tagList(view.tags, t)}
<p><a href="${view.url}" rel="noopener noreferrer">${t('entry.original')}</a></p>
${entryActions({ ...view, t, back: '/unread/list' })}
${view.uid !== undefined && shareActions({ t, id: view.id, csrfToken: view.csrfToken, uid: view.uid })}
</footer>
</article>`
  return layout({ frame, title, kind: 'reader', main })
}

function facts({ frame: { words }, authors, publishedAt, savedAt, readingMinutes }: EntryView): Html {
  const { t } = words
  return html`<p class="meta">
${authors.length > 0 && html`<span>${t('entry.by')} <bdi>${authors.join(', ')}</bdi></span>`}
<span>${publishedAt ? html`${t('entry.published')} ${dateText(publishedAt, words)}` : html`${t('entry.saved')} ${dateText(savedAt, words)}`}</span>
${readingMinutes > 0 && html`<span>${t('entry.minutes', { count: readingMinutes })}</span>`}
</p>`
}

/** @returns a text that the sanitiser made. Without a known language the direction comes from the text itself. */
export function articleProse({ language, sanitizedContent }: Pick<EntryView, 'language' | 'sanitizedContent'>): Html {
  return language
    ? html`<div class="prose" lang="${language}" dir="auto">${trusted(sanitizedContent)}</div>`
    : html`<div class="prose" dir="auto">${trusted(sanitizedContent)}</div>`
}

function fetchState({ frame: { words }, fetch, sanitizedContent }: EntryView): Child {
  const { t } = words
  const hasText = sanitizedContent !== ''
  if (fetch.kind === 'pending') return state(t('entry.pendingTitle'), [t('entry.pending')])
  if (fetch.kind === 'kept') return state(t('entry.failedAgainTitle'), [fetch.reason(t), t('entry.keptText')])
  if (fetch.kind === 'failed') return state(t('entry.failedTitle'), [fetch.reason(t), fetch.next(t)])
  return hasText ? null : state(t('entry.emptyTitle'), [t('entry.empty')])
}

const state = (title: string, sentences: readonly string[]): Html =>
  html`<div class="reader-state"><h2>${title}</h2>${sentences.map((sentence) => html`<p dir="auto">${sentence}</p>`)}</div>`
