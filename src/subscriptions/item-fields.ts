import type { Entry } from '../entries/entry.ts'
import type { LoadedEntry } from '../entries/listing/load-entries.ts'

/** @returns the title of an entry as apps for feeds show it */
export function itemTitle({ title, url }: Entry): string {
  return title ?? url
}

/** @returns the authors of an entry in one text; empty if there are none */
export function itemAuthor({ publishedBy }: Entry): string {
  const names = (JSON.parse(publishedBy ?? '[]') as string[]).map((name) => name.trim())
  return names.filter((name) => name !== '').join(', ')
}

/** @returns the HTML of an entry as a JSON string, as it is stored; an empty string if there is none */
export function itemHtmlJson({ content }: LoadedEntry): string {
  return content ? Buffer.from(content).toString() : '""'
}

/** @returns an ISO time in whole seconds since 1970 */
export function unixSeconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000)
}
