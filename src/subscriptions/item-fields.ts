import type { Entry } from '../entries/entry.ts'
import type { LoadedEntry } from '../entries/listing/load-entries.ts'
import type { JsonChunks } from '../http/json-body.ts'

/** @returns the title of an entry as apps for feeds show it */
export function itemTitle({ title, url }: Entry): string {
  return title ?? url
}

const NO_HTML = Buffer.from('""')

/**
 * Adds the HTML of an entry to a JSON object. The HTML is stored as JSON text, and is not encoded again.
 * @param members all other members
 * @param name name of the member with the HTML
 */
export function withHtml(members: object, name: string, { content }: LoadedEntry): JsonChunks {
  const start = JSON.stringify(members)
  return [Buffer.from(`${start.slice(0, -1)},"${name}":`), content ?? NO_HTML, Buffer.from('}')]
}
