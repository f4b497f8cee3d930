import { Readable } from 'node:stream'

/**
 * Consecutive pieces of JSON in UTF-8. Joining the pieces of a large response would take more time than all other
 * steps.
 */
export type JsonPieces = readonly Uint8Array[]

/** JSON in UTF-8 */
export type JsonBody = Buffer | JsonPieces | Readable

/** @returns the number of bytes of all pieces */
export function lengthOfPieces(pieces: JsonPieces): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}

/** @returns a stream of the pieces. The caller sets the content length. */
export function streamPieces(pieces: JsonPieces): Readable {
  return new Readable({
    read() {
      for (const piece of pieces) this.push(piece)
      this.push(null)
    },
  })
}
