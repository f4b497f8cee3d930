import type { LoadedEntry } from '../entries/listing/load-entries.ts'

/** A copy of an image, as it lies in our store. */
export interface StoredImage {
  /** SHA-256 of the address it was fetched from, in hexadecimal: see `addressKey` */
  readonly key: string
  /** by its bytes, for example `image/png` */
  readonly type: string
  readonly bytes: Uint8Array
}

/** One entry with all that goes into a file. Plain data: it is sent to another thread. */
export interface ExportedEntry extends LoadedEntry {
  /** copies of the images that the entry shows; empty for formats without images */
  readonly images: readonly StoredImage[]
}

/** @returns the HTML of the entry, empty when there is none */
export function contentOf({ content }: LoadedEntry): string {
  return content ? (JSON.parse(Buffer.from(content).toString()) as string) : ''
}

/** @returns the title on one line; the address when there is none */
export function titleOf({ entry }: LoadedEntry): string {
  const title = (entry.title ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  return title === '' ? entry.url : title
}

/** @returns the names of the authors without blanks about them, empty ones left out */
export function authorsOf({ entry }: LoadedEntry): string[] {
  const names = JSON.parse(entry.publishedBy ?? '[]') as unknown
  if (!Array.isArray(names)) return []
  return names.flatMap((name) => (typeof name === 'string' && name.trim() !== '' ? name.trim() : []))
}
