import type { Entry } from './entry.ts'
import type { EntryRow } from './entry-row.ts'
import { titleFromAddress } from './saving/entry-address.ts'

/** Titles that the API returns for files without a title of their own (wallabag contract 4.4). */
const FILE_TITLES: ReadonlySet<string> = new Set(['Image', 'Plain text'])

/** The fields of an entry that determine the title shown on pages. */
type TitledEntry = Pick<Entry, 'title' | 'url' | 'fetchState' | 'mimetype' | 'givenFields'>

/**
 * @returns the title that pages show. It differs from the title in the API in two cases. For a page that could not be
 *   fetched, the API returns the last part of the address (wallabag contract 4.3), and pages show the whole address.
 *   For a file without a title, the API returns a generic title, and pages show the file name.
 */
export function shownTitle({ title, url, fetchState, mimetype, givenFields }: TitledEntry): string {
  const isFile = FILE_TITLES.has(title ?? '') && !/html/.test(mimetype ?? 'html') && !givenFields.includes('title')
  if (isFile) return titleFromAddress(url)
  if (title !== null && (fetchState !== 'failed' || title !== titleFromAddress(url))) return title
  return url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
}

/** The columns of `entry` that `shownTitleOfRow` needs. */
export const TITLE_COLUMNS = 'entry.title, entry.url, entry.fetch_state, entry.mimetype, entry.given_fields'

export type TitleRow = Pick<EntryRow, 'title' | 'url' | 'fetch_state' | 'mimetype' | 'given_fields'>

/** @returns the title that pages show for a row with `TITLE_COLUMNS` */
export function shownTitleOfRow(row: TitleRow): string {
  const { title, url, fetch_state: fetchState, mimetype, given_fields: given } = row
  return shownTitle({
    title,
    url,
    fetchState: fetchState as Entry['fetchState'],
    mimetype,
    givenFields: JSON.parse(given) as Entry['givenFields'],
  })
}
