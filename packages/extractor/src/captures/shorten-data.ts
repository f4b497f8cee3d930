import { MAX_PICTURE_BYTES, MAX_PICTURES_BYTES } from '../pictures/embedded-pictures.ts'
import { DATA_START, endOfBase64, MAX_START, MIN_CHARACTERS } from './take-data.ts'

/** Base64 has four characters for three bytes. */
const charactersOf = (bytes: number): number => Math.ceil((bytes * 4) / 3)

/** What stands in the page instead of left-out data. */
const NO_DATA = Buffer.from('data:,')

/**
 * Leaves out the data of a saved page that the extraction would not use: fonts, sounds, films, and pictures beyond the
 * limits of `EmbeddedPictures`. So a page of 100 MB needs little memory.
 *
 * @param chunks the bytes of a page, as they arrive
 * @returns the bytes that remain, which contain at most 28 MB of data
 */
export async function* shortenData(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const shortener = new DataShortener()
  for await (const chunk of chunks) yield* shortener.add(chunk)
  yield* shortener.end()
}

/** Data that is being read. */
interface OpenData {
  /** the start of the address and the characters so far; empty if the data is left out */
  pieces: Buffer[]
  /** number of characters so far */
  length: number
  readonly isPicture: boolean
}

class DataShortener {
  #rest: Buffer = Buffer.alloc(0)
  #data: OpenData | undefined
  /** number of characters of all pictures that are kept */
  #kept = 0

  /** @returns the bytes that are decided now */
  add(chunk: Uint8Array): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, chunk])
    return this.#read(false)
  }

  /** @returns the remaining bytes */
  end(): Buffer[] {
    return [...this.#read(true), ...(this.#data ? this.#close(this.#data) : [])]
  }

  #read(isEnd: boolean): Buffer[] {
    const done: Buffer[] = []
    while (this.#rest.length > 0) {
      if (this.#data) {
        this.#continue(this.#data)
        if (this.#rest.length > 0) done.push(...this.#close(this.#data))
        continue
      }
      const at = this.#rest.indexOf('data:')
      if (at < 0) {
        done.push(this.#take(isEnd ? this.#rest.length : Math.max(0, this.#rest.length - 'data:'.length + 1)))
        return done
      }
      if (at > 0) done.push(this.#take(at))
      if (this.#rest.length < MAX_START && !isEnd) return done
      this.#open(done)
    }
    return done
  }

  /** Opens data if the rest starts with it; otherwise, `data:` is text. */
  #open(done: Buffer[]): void {
    const head = DATA_START.exec(this.#rest.toString('latin1', 0, MAX_START))
    if (head === null) {
      done.push(this.#take('data:'.length))
      return
    }
    this.#data = {
      pieces: [this.#take(head[0].length)],
      length: 0,
      isPicture: head[1]!.toLowerCase() === 'image',
    }
  }

  #continue(data: OpenData): void {
    const characters = this.#take(endOfBase64(this.#rest, 0))
    data.length += characters.length
    const isShort = data.length < MIN_CHARACTERS
    const isKept = isShort || (data.isPicture && data.length <= charactersOf(MAX_PICTURE_BYTES))
    if (!isKept) data.pieces = []
    else if (data.pieces.length > 0) data.pieces.push(characters)
  }

  /** @returns what remains of the data */
  #close({ pieces, length, isPicture }: OpenData): Buffer[] {
    this.#data = undefined
    const isOver = isPicture && length >= MIN_CHARACTERS && this.#kept + length > charactersOf(MAX_PICTURES_BYTES)
    if (pieces.length === 0 || isOver) return [NO_DATA]
    if (length >= MIN_CHARACTERS) this.#kept += length
    return pieces
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return taken
  }
}
