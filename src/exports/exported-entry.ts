import type { LoadedEntry } from '../entries/listing/load-entries.ts'

/** A stored copy of an image. */
export interface StoredImage {
  /** SHA-256 of its original address, in hexadecimal: see `addressKey` */
  readonly key: string
  /** by its bytes, for example `image/png` */
  readonly type: string
  readonly bytes: Uint8Array
}

/** One entry with all data for a file. Plain data: it is sent to another thread. */
export interface ExportedEntry extends LoadedEntry {
  /** copies of the images in the entry; empty for formats without images */
  readonly images: readonly StoredImage[]
}

/** @returns the HTML of the entry, empty if there is none */
export function contentOf({ content }: LoadedEntry): string {
  return content ? (JSON.parse(Buffer.from(content).toString()) as string) : ''
}

/** @returns the title on one line; the address if there is none */
export function titleOf({ entry }: LoadedEntry): string {
  const title = (entry.title ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  return title === '' ? entry.url : title
}

/** @returns the trimmed names of the authors, without empty ones */
export function authorsOf({ entry }: LoadedEntry): string[] {
  const names = JSON.parse(entry.publishedBy ?? '[]') as unknown
  if (!Array.isArray(names)) return []
  return names.flatMap((name) => (typeof name === 'string' && name.trim() !== '' ? name.trim() : []))
}
