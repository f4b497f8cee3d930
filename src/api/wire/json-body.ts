import { Readable, type Writable } from 'node:stream'

/**
 * JSON in UTF-8 as consecutive chunks. The chunks of a large response are sent separately, because joining them would
 * take longer than all other steps of the request.
 */
export type JsonChunks = readonly Uint8Array[]

/** JSON in UTF-8: whole, in chunks, or as a stream */
export type JsonBody = Buffer | JsonChunks | Readable

/** @returns the number of bytes of all chunks */
export function lengthOfChunks(chunks: JsonChunks): number {
  return chunks.reduce((sum, piece) => sum + piece.length, 0)
}

/** @returns a stream of the chunks. The caller sets the content length. */
export function streamChunks(chunks: JsonChunks): Readable {
  return new ChunkStream(chunks)
}

/**
 * A stream of chunks that are all in memory. `pipe` passes them to the target at once, which sends them with one system
 * call. The `pipe` of other streams waits whenever the target has 64 kB to send, which takes twice the processor time.
 */
class ChunkStream extends Readable {
  #chunks: JsonChunks

  constructor(chunks: JsonChunks) {
    super()
    this.#chunks = chunks
  }

  override _read(): void {
    for (const chunk of this.#chunks) this.push(chunk)
    this.push(null)
  }

  override pipe<Target extends NodeJS.WritableStream>(target: Target): Target {
    const writable = target as unknown as Writable
    writable.cork()
    for (const chunk of this.#chunks) writable.write(chunk)
    writable.uncork()
    writable.end()
    this.#chunks = []
    this.resume()
    return target
  }
}
