import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import { knownReason } from '../../entries/fetching/fetch-failure.ts'
import { titleFromAddress } from '../../entries/saving/entry-address.ts'
import type { EntryCardView, FetchView } from './entry-card-view.ts'
import type { Words } from '../layout/words.ts'

/** @returns the data of a card, except for its pictures and age */
export function cardView({ entry, tags }: LoadedEntry): Omit<EntryCardView, 'ageMs' | 'previewPicture'> {
  return {
    id: entry.id,
    title: shownTitle(entry),
    url: entry.url,
    siteName: entry.domainName ?? '',
    readingMinutes: entry.readingTime,
    savedAt: new Date(entry.createdAt),
    isArchived: entry.isArchived,
    isStarred: entry.isStarred,
    tags: tags.map(({ label }) => label),
    fetch: fetchView(entry),
  }
}

/**
 * @returns the title; for a page that could not be fetched its address, instead of the last part of it, which clients of
 *   the API get (contract 4.3)
 */
export function shownTitle({ title, url, fetchState }: LoadedEntry['entry']): string {
  if (title !== null && (fetchState !== 'failed' || title !== titleFromAddress(url))) return title
  return url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
}

/** @returns the progress of fetching, in words */
export function fetchView({ fetchState, fetchReason }: LoadedEntry['entry']): FetchView {
  if (fetchState === 'pending') return { kind: 'pending' }
  if (fetchReason === null && fetchState !== 'failed') return { kind: 'done' }
  const reason = knownReason(fetchReason)
  const words = {
    reason: (t: Words['t']) => t(`failure.${reason}.reason`),
    next: (t: Words['t']) => t(`failure.${reason}.next`),
    isLoginWanted: reason === 'login_refused' || reason === 'needs_login',
  }
  return fetchState === 'failed' ? { kind: 'failed', ...words } : { kind: 'kept', ...words }
}
