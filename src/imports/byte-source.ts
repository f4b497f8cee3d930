/** A file that can be read from any place. */
export interface ByteSource {
  /** bytes */
  readonly size: number
  /** @returns `length` bytes from `offset` on, fewer where the file ends */
  read(offset: number, length: number): Promise<Uint8Array>
}

/** As much as is read at once, in bytes: a few milliseconds of parsing. */
export const PIECE_BYTES = 128 * 1024

/** @returns the whole file from the beginning, in pieces */
export async function* piecesOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < source.size; offset += PIECE_BYTES) {
    const piece = await source.read(offset, PIECE_BYTES)
    if (piece.length === 0) throw new Error('the file is shorter than it was said to be')
    yield piece
  }
}
