import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import { knownReason } from '../../entries/fetching/fetch-failure-reasons.ts'
import { shownSite } from '../../entries/shown-site.ts'
import { shownTitle } from '../../entries/shown-title.ts'
import { isVideoAddress } from '../../query/video-address.ts'
import type { EntryCardView, FetchView } from './entry-card-view.ts'
import type { Localization } from '../layout/localization.ts'

/**
 * @returns the data for an entry's card. Callers add `previewPicture`, which depends on the stored copies of images,
 *   and `ageMs`, which depends on the current time.
 */
export function cardView({ entry, tags }: LoadedEntry): Omit<EntryCardView, 'ageMs' | 'previewPicture'> {
  return {
    id: entry.id,
    title: shownTitle(entry),
    url: entry.url,
    siteName: shownSite(entry.domainName),
    readingMinutes: entry.readingTime,
    ...recordingOf(entry),
    savedAt: new Date(entry.createdAt),
    ...authorOf(entry.publishedBy),
    isArchived: entry.isArchived,
    isStarred: entry.isStarred,
    tags: tags.map(({ label }) => label),
    fetch: fetchView(entry),
  }
}

/** @returns whether the page is about a video or a recording */
function recordingOf({ mimetype, url }: LoadedEntry['entry']): Pick<EntryCardView, 'recording'> {
  if (isVideoAddress(url) || mimetype?.startsWith('video/')) return { recording: 'video' }
  return mimetype?.startsWith('audio/') ? { recording: 'audio' } : {}
}

/** @returns the first author, followed by `+N` for N further authors; empty if no author is known */
function authorOf(json: string | null): { author?: string } {
  const names: unknown = json === null ? [] : JSON.parse(json)
  const [first, ...more] = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  const name = first?.trim() ?? ''
  return name === '' ? {} : { author: more.length > 0 ? `${name} +${more.length}` : name }
}

/** @returns the result of fetching an entry's page. After a failure, it includes sentences that explain the failure. */
export function fetchView({ fetchState, fetchReason }: LoadedEntry['entry']): FetchView {
  if (fetchState === 'pending') return { kind: 'pending' }
  if (fetchReason === null && fetchState !== 'failed') return { kind: 'done' }
  const reason = knownReason(fetchReason)
  const words = {
    reason: (t: Localization['t']) => t(`failure.${reason}.reason`),
    next: (t: Localization['t']) => t(`failure.${reason}.next`),
    isLoginWanted: ['login_refused', 'needs_login', 'excerpt'].includes(reason),
    isArchiveWanted: ['gone', 'not_found'].includes(reason),
  }
  if (fetchState === 'failed') return { kind: 'failed', ...words }
  return { kind: reason === 'excerpt' ? 'excerpt' : 'kept', ...words }
}
