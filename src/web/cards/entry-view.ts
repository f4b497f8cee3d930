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
    ...authorOf(entry.publishedBy),
    isArchived: entry.isArchived,
    isStarred: entry.isStarred,
    tags: tags.map(({ label }) => label),
    fetch: fetchView(entry),
  }
}

/** Titles that clients of the API get for files (contract 4.4). */
const FILE_TITLES: ReadonlySet<string> = new Set(['Image', 'Plain text'])

/** The first of several authors stands for all of them. */
function authorOf(json: string | null): { author?: string } {
  const names: unknown = json === null ? [] : JSON.parse(json)
  const [first, ...more] = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  const name = first?.trim() ?? ''
  return name === '' ? {} : { author: more.length > 0 ? `${name} +${more.length}` : name }
}

/**
 * @returns the title; for a page that could not be fetched its address, instead of the last part of it, which clients of
 *   the API get (contract 4.3); for a file without a title its name
 */
export function shownTitle({ title, url, fetchState, mimetype, givenFields }: LoadedEntry['entry']): string {
  const isFile = FILE_TITLES.has(title ?? '') && !/html/.test(mimetype ?? 'html') && !givenFields.includes('title')
  if (isFile) return titleFromAddress(url)
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
