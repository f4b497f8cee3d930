import { Readable } from 'node:stream'

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

const COMMA = Buffer.from(',')

/** @returns the chunks of JSON values with commas between the values */
export function commaSeparated(values: readonly JsonChunks[]): Uint8Array[] {
  return values.flatMap((value, index) => (index === 0 ? value : [COMMA, ...value]))
}

/** @returns a stream of the chunks. The caller sets the content length. */
export function streamChunks(chunks: JsonChunks): Readable {
  return new Readable({
    read() {
      for (const piece of chunks) this.push(piece)
      this.push(null)
    },
  })
}
