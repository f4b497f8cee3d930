import { html } from '../kernel/html.ts'
import type { Child, Html } from '../kernel/html.ts'
import { dateText } from './date-text.ts'
import { entryActions } from './entry-actions.ts'
import { siteCover } from './site-cover.ts'
import { tagList } from './tag-list.ts'

/** How far the fetching of an entry has come. `reason` is a sentence for readers. */
export type FetchView =
  { readonly kind: 'done' } | { readonly kind: 'pending' } | { readonly kind: 'failed'; readonly reason: string }

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

const WORDS = {
  starred: 'Starred',
  pending: 'Fetching the page…',
  failed: 'Could not be fetched:',
  minutes: (count: number) => `${count} min`,
}

/** @returns one entry of a list, with its actions */
export function entryCard(entry: EntryCardView, csrfToken: string, back: string): Html {
  return html`<li class="card" id="entry-${entry.id}"><article>
${siteCover(entry)}
<h2 class="card-title" dir="auto">${entry.isStarred && star()}<a href="/view/${entry.id}">${entry.title}</a></h2>
<p class="card-meta meta"><bdi>${entry.siteName}</bdi>${minutes(entry.readingMinutes)}<span>${dateText(entry.savedAt, 'short')}</span></p>
${fetchLine(entry.fetch)}
${tagList(entry.tags)}
${entryActions({ ...entry, csrfToken, back })}
</article></li>
`
}

const star = (): Html =>
  html`<svg class="star" viewBox="0 0 16 16" width="16" height="16" role="img" aria-label="${WORDS.starred}"><path d="M8 1.4l2 4.3 4.7.5-3.5 3.2 1 4.7L8 11.7l-4.2 2.4 1-4.7L1.3 6.2l4.7-.5z"/></svg> `

const minutes = (count: number): Child => count > 0 && html`<span>${WORDS.minutes(count)}</span>`

function fetchLine(fetch: FetchView): Child {
  if (fetch.kind === 'done') return null
  if (fetch.kind === 'pending') return html`<p class="card-state">${WORDS.pending}</p>`
  return html`<p class="card-state card-state-failed">${WORDS.failed} ${fetch.reason}</p>`
}
