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

/** Maximum size in bytes of a chunk that is joined with its neighbours: copying it costs less than sending it separately. */
const MAX_SMALL = 4096

/** @returns the same bytes in fewer chunks: small ones that follow each other are joined */
export function joinSmallChunks(chunks: JsonChunks): JsonChunks {
  const joined: Uint8Array[] = []
  let small: Uint8Array[] = []
  const join = (): void => {
    if (small.length > 0) joined.push(small.length === 1 ? small[0]! : Buffer.concat(small))
    small = []
  }
  for (const chunk of chunks) {
    if (chunk.length <= MAX_SMALL) {
      small.push(chunk)
    } else {
      join()
      joined.push(chunk)
    }
  }
  join()
  return joined
}

/** @returns a stream of the chunks. The caller sets the content length. */
export function streamChunks(chunks: JsonChunks): Readable {
  return new Readable({
    read() {
      for (const piece of joinSmallChunks(chunks)) this.push(piece)
      this.push(null)
    },
  })
}
