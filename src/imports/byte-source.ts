/** A file with random access. */
export interface ByteSource {
  /** bytes */
  readonly size: number
  /** @returns `length` bytes from `offset`, fewer at the end of the file */
  read(offset: number, length: number): Promise<Uint8Array>
}

/** Size of one read, in bytes: a few milliseconds of parsing. */
export const PIECE_BYTES = 128 * 1024

/** @returns the whole file from the start, in pieces */
export async function* piecesOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < source.size; offset += PIECE_BYTES) {
    const piece = await source.read(offset, PIECE_BYTES)
    if (piece.length === 0) throw new Error('the file is shorter than it was said to be')
    yield piece
  }
}
