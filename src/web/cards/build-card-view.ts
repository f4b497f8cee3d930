import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import { knownReason } from '../../entries/fetching/fetch-reasons.ts'
import { titleFromAddress } from '../../entries/saving/entry-address.ts'
import type { EntryCardView, FetchView } from './entry-card-view.ts'
import type { Words } from '../layout/words.ts'

/** @returns the data of an entry's card, without its images and the age of its date */
export function cardView({ entry, tags }: LoadedEntry): Omit<EntryCardView, 'ageMs' | 'previewPicture'> {
  return {
    id: entry.id,
    title: shownTitle(entry),
    url: entry.url,
    siteName: entry.domainName ?? '',
    readingMinutes: entry.readingTime,
    savedAt: new Date(entry.createdAt),
    ...authorOf(entry.publishedBy),
    isArchived: entry.isArchived,
    isStarred: entry.isStarred,
    tags: tags.map(({ label }) => label),
    fetch: fetchView(entry),
  }
}

/** Titles that the API returns for files without a title of their own (contract 4.4). */
const FILE_TITLES: ReadonlySet<string> = new Set(['Image', 'Plain text'])

/** @returns the first author, followed by the number of further ones; empty if none is known */
function authorOf(json: string | null): { author?: string } {
  const names: unknown = json === null ? [] : JSON.parse(json)
  const [first, ...more] = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  const name = first?.trim() ?? ''
  return name === '' ? {} : { author: more.length > 0 ? `${name} +${more.length}` : name }
}

/**
 * @returns the title that pages show. Clients of the API get the last part of the address for a page that could not be
 * fetched (contract 4.3) and a generic title for a file; here it is the whole address, or the name of the file
 */
export function shownTitle({ title, url, fetchState, mimetype, givenFields }: LoadedEntry['entry']): string {
  const isFile = FILE_TITLES.has(title ?? '') && !/html/.test(mimetype ?? 'html') && !givenFields.includes('title')
  if (isFile) return titleFromAddress(url)
  if (title !== null && (fetchState !== 'failed' || title !== titleFromAddress(url))) return title
  return url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
}

/** @returns the state of fetching an entry, with the sentences that explain it */
export function fetchView({ fetchState, fetchReason }: LoadedEntry['entry']): FetchView {
  if (fetchState === 'pending') return { kind: 'pending' }
  if (fetchReason === null && fetchState !== 'failed') return { kind: 'done' }
  const reason = knownReason(fetchReason)
  const words = {
    reason: (t: Words['t']) => t(`failure.${reason}.reason`),
    next: (t: Words['t']) => t(`failure.${reason}.next`),
    isLoginWanted: ['login_refused', 'needs_login', 'excerpt'].includes(reason),
  }
  if (fetchState === 'failed') return { kind: 'failed', ...words }
  return { kind: reason === 'excerpt' ? 'excerpt' : 'kept', ...words }
}
