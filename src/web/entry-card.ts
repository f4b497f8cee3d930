import { html } from '../kernel/html.ts'
import type { Child, Html } from '../kernel/html.ts'
import { dateText } from './date-text.ts'
import { entryActions } from './entry-actions.ts'
import { siteCover } from './site-cover.ts'
import { tagList } from './tag-list.ts'
import type { Words } from './words.ts'

/**
 * How far the fetching of an entry has come. `kept`: fetching it again failed, and the older text is there. `reason` and
 * `next` say in the reader's words what happened, and what can be done.
 */
export type FetchView =
  | { readonly kind: 'done' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed' | 'kept'; readonly reason: Said; readonly next: Said }

/** A sentence, once it is known in which language. */
export type Said = (t: Words['t']) => string

export interface EntryCardView {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly siteName: string
  readonly readingMinutes: number
  readonly savedAt: Date
  readonly isArchived: boolean
  readonly isStarred: boolean
  readonly tags: readonly string[]
  readonly previewPicture?: string
  readonly fetch: FetchView
}

export interface EntryCardContext {
  readonly words: Words
  readonly csrfToken: string
  /** Path on this server to come back to. */
  readonly back: string
}

/** @returns one entry of a list, with its actions */
export function entryCard(entry: EntryCardView, { words, csrfToken, back }: EntryCardContext): Html {
  const { t } = words
  return html`<li class="card" id="entry-${entry.id}"><article>
${siteCover(entry)}
<h2 class="card-title" dir="auto">${entry.isStarred && star(t)}<a href="/view/${entry.id}">${entry.title}</a></h2>
<p class="card-meta meta"><bdi>${entry.siteName}</bdi>${entry.readingMinutes > 0 && html`<span>${t('card.minutes', { count: entry.readingMinutes })}</span>`}<span>${dateText(entry.savedAt, words, 'short')}</span></p>
${fetchLine(entry.fetch, t)}
${tagList(entry.tags, t)}
${entryActions({ ...entry, t, csrfToken, back })}
</article></li>
`
}

const star = (t: Words['t']): Html =>
  html`<svg class="star" viewBox="0 0 16 16" width="16" height="16" role="img" aria-label="${t('card.starred')}"><path d="M8 1.4l2 4.3 4.7.5-3.5 3.2 1 4.7L8 11.7l-4.2 2.4 1-4.7L1.3 6.2l4.7-.5z"/></svg> `

function fetchLine(fetch: FetchView, t: Words['t']): Child {
  if (fetch.kind === 'done' || fetch.kind === 'kept') return null
  if (fetch.kind === 'pending') return html`<p class="card-state">${t('card.pending')}</p>`
  return html`<p class="card-state card-state-failed">${t('card.failed')} ${fetch.reason(t)} ${fetch.next(t)}</p>`
}
