import type { LoadedEntry } from '../entries/listing/load-entries.ts'

/** A stored copy of an image. */
export interface StoredImage {
  /** SHA-256 of the image's original address in hexadecimal (see `addressKey`) */
  readonly key: string
  /** media type detected from the bytes, such as `image/png` */
  readonly type: string
  readonly bytes: Uint8Array
}

/**
 * One entry with everything that a file contains about it. It is sent to another thread, so it contains plain data
 * only.
 */
export interface ExportedEntry extends LoadedEntry {
  /** copies of the images in the entry; empty for formats without images */
  readonly images: readonly StoredImage[]
}

/** @returns the title on one line, or the address if there is no title */
export function titleOf({ entry }: LoadedEntry): string {
  const title = (entry.title ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  return title === '' ? entry.url : title
}
