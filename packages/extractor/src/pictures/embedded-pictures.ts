import { createHash } from 'node:crypto'
import { sniffType } from '../bytes/sniff-type.ts'

/** A picture that is part of a file. It has no address on the web. */
export interface EmbeddedPicture {
  /**
   * The `src` of the picture's images in the content: the address of the file, with a fragment that identifies the
   * picture.
   */
  readonly address: string
  /** Media type, determined from the bytes. */
  readonly mimetype: string
  readonly bytes: Uint8Array
}

/**
 * Limits for the pictures of a file: their number, the size of each in bytes, and their total size in bytes. Pictures
 * beyond a limit are left out.
 */
const MAX_PICTURES = 100
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024
export const MAX_PICTURES_BYTES = 20 * 1024 * 1024

/** Raster images that all browsers show. SVG is left out, because it can contain scripts. */
const DISPLAYABLE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** Collects the pictures of a file while the file is read, within the limits. */
export class EmbeddedPictures {
  readonly #url: string
  readonly #found = new Map<string, EmbeddedPicture>()
  #bytes = 0

  /** @param url address of the file */
  constructor(url: string) {
    this.#url = url.replace(/#[^]*$/, '')
  }

  /**
   * Adds a picture. Identical pictures are kept once.
   * @returns the address of the picture in the content; undefined if it is left out
   */
  add(bytes: Uint8Array): string | undefined {
    const { mimetype } = sniffType(bytes, undefined)
    if (!DISPLAYABLE_TYPES.has(mimetype) || bytes.length > MAX_PICTURE_BYTES) return undefined
    const address = `${this.#url}#picture-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`
    if (this.#found.has(address)) return address
    if (this.#found.size >= MAX_PICTURES || this.#bytes + bytes.length > MAX_PICTURES_BYTES) return undefined
    // The bytes are copied. The original bytes may be a view of the whole file, and would keep the file in memory.
    this.#found.set(address, { address, mimetype, bytes: new Uint8Array(bytes) })
    this.#bytes += bytes.length
    return address
  }

  /** @returns the pictures that this content shows, in the order in which they were added */
  shownIn(content: string): readonly EmbeddedPicture[] {
    return [...this.#found.values()].filter(({ address }) => content.includes(address.slice(address.lastIndexOf('#'))))
  }
}
