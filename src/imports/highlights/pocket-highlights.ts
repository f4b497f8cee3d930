import type { RawRow } from '../import-row.ts'

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
  const list = listIn(json)
  if (!list) return undefined
  for (const page of list) {
    const { url, title, highlights } = page as Readonly<Record<string, unknown>>
    if (typeof url === 'string' && Array.isArray(highlights)) pages.set(url, { url, title, annotations: highlights })
  }
  return pages
}

function listIn(json: string): object[] | undefined {
  try {
    const list = JSON.parse(json) as unknown
    return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : undefined
  } catch {
    return undefined
  }
}
