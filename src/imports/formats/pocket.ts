import { savingTimeOf } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'
import type { RawRow } from '../import-row.ts'
import { isJsonObject, parseJson } from '../../kernel/json.ts'

/**
 * Pocket's CSV, as a file or inside Pocket's archive (Pocket's list-exporter; wallabag contract, section 11).
 *
 * Columns: `title`; `url`; `time_added`, in seconds; `tags`, separated by vertical bars; `status`, `archive` or `unread`.
 * Tags and status are found by name, because some versions have a column `cursor` before them. Files without a header are
 * read by position. Favourites are not part of the export. The archive contains the highlights in
 * `annotations/part_000000.json` (`readPocketHighlights`).
 */
export const pocket: ImportFormat = {
  kind: 'csv',
  read: (cells, _index, head) => {
    const [title, url, addedAt] = cells
    if (title === 'title' && url === 'url') return undefined
    const named = (name: string, position: number) => cells[head.includes('url') ? head.indexOf(name) : position]
    const labels = named('tags', 3)?.split('|')
    const isArchived = named('status', 4) === 'archive'
    return { title, url, createdAt: savingTimeOf(addedAt), tags: labels, isArchived }
  },
}

/** The pages of an archive with their highlights, by address. */
export type PocketHighlights = ReadonlyMap<string, RawRow>

/**
 * Reads a file `annotations/part_000000.json` of Pocket's archive (Pocket's list-exporter): a list of objects with `url`,
 * `title` and `highlights`, each with `quote` and `created_at`, in seconds. Highlights of Pocket have neither notes nor
 * colours.
 * @returns a row for each page; undefined if the file is invalid
 */
export function readPocketHighlights(json: string): PocketHighlights | undefined {
  const pages = new Map<string, RawRow>()
  const list = parseJson(json)
  if (!Array.isArray(list)) return undefined
  for (const { url, title, highlights } of list.filter(isJsonObject)) {
    if (typeof url === 'string' && Array.isArray(highlights)) pages.set(url, { url, title, annotations: highlights })
  }
  return pages
}
