/** A file with random access. */
export interface ByteSource {
  /** size of the file in bytes */
  readonly size: number
  /** @returns `length` bytes from `offset`, fewer at the end of the file */
  read(offset: number, length: number): Promise<Uint8Array>
}

/** Number of bytes that are read and parsed at once. Parsing them takes a few milliseconds. */
export const CHUNK_BYTES = 128 * 1024

/** @returns the whole file from the start, in chunks */
export async function* chunksOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < source.size; offset += CHUNK_BYTES) {
    const piece = await source.read(offset, CHUNK_BYTES)
    if (piece.length === 0) throw new Error('the file is shorter than its recorded size')
    yield piece
  }
}
