import { EmbeddedPictures } from '../pictures/embedded-pictures.ts'
import type { TakenData } from './take-data.ts'

/** Files by their addresses on the web, or by `cid:` and their Content-ID. */
type FilesByAddress = ReadonlyMap<string, Uint8Array>

/** A page in a frame of a saved page. */
export interface SavedFrame {
  /** Its address on the web, if the file states it. */
  readonly location: string | undefined
  readonly contentType: string | undefined
  readonly body: Uint8Array
}

/** The frames of a saved page by the addresses that stand for them, such as `cid:frame-1@mhtml.blink`. */
export type SavedFrames = ReadonlyMap<string, SavedFrame>

/** A page that a browser has saved in one file, with the files that it shows. */
export interface PageWithFiles {
  /** address of the page, if the file states it */
  readonly url: string | undefined
  readonly contentType: string | undefined
  readonly body: Uint8Array
  readonly parts: FilesByAddress
  /** pages in frames */
  readonly frames?: SavedFrames
}

interface Sources {
  /** the page as it was saved */
  readonly body: Uint8Array
  /** pictures in the page itself */
  readonly taken: readonly TakenData[]
  /** files beside the page, as in MHTML */
  readonly parts: FilesByAddress
}

/** The pictures that a saved page brings with it, so that they need not be fetched. */
export class CapturedFiles {
  /** the pictures that were shown so far */
  readonly pictures: EmbeddedPictures
  readonly #prefix: string
  readonly #sources: Sources

  /** @param url address of the page */
  constructor(url: string, sources: Sources) {
    this.pictures = new EmbeddedPictures(url)
    this.#prefix = `${url.replace(/#[^]*$/, '')}#taken-`
    this.#sources = sources
  }

  /** @returns the number of characters of a picture in the page; 0 if there is none with this number */
  lengthOf(number: number): number {
    const data = this.#sources.taken[number]
    return data === undefined ? 0 : data.end - data.start
  }

  /** @returns the address that stands for a picture in the page until `show` replaces it */
  placeholder(number: number): string {
    return `${this.#prefix}${number}`
  }

  /** @returns whether the saved page brings the picture at this address */
  has(address: string): boolean {
    return address.startsWith(this.#prefix) || this.#sources.parts.has(address)
  }

  /**
   * @param address address for which `has` is true
   * @returns the address under which the picture is returned with the article; undefined if it cannot be shown
   */
  show(address: string): string | undefined {
    const bytes = this.#sources.parts.get(address) ?? this.#taken(address)
    return bytes && this.pictures.add(bytes)
  }

  #taken(address: string): Uint8Array | undefined {
    const data = this.#sources.taken[Number(address.slice(this.#prefix.length))]
    if (data === undefined) return undefined
    const { buffer, byteOffset } = this.#sources.body
    return Buffer.from(Buffer.from(buffer, byteOffset + data.start, data.end - data.start).toString('latin1'), 'base64')
  }
}
