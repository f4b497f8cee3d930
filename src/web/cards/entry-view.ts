import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import { knownReason } from '../../entries/fetching/fetch-failure.ts'
import type { EntryCardView, FetchView } from './entry-card-view.ts'
import type { Words } from '../layout/words.ts'

/** @returns the data of a card, except for its pictures and age */
export function cardView({ entry, tags }: LoadedEntry): Omit<EntryCardView, 'ageMs' | 'previewPicture'> {
  return {
    id: entry.id,
    title: entry.title ?? entry.url,
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
