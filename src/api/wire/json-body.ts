import { Readable } from 'node:stream'

/**
 * JSON in UTF-8 as consecutive pieces. The pieces of a large response are sent separately, because joining them would
 * take longer than all other steps of the request.
 */
export type JsonPieces = readonly Uint8Array[]

/** JSON in UTF-8: whole, in pieces, or as a stream */
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
