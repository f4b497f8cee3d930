import { AppError } from '../../kernel/errors.ts'

const LINE_FEED = 0x0a

/**
 * Splits a stream of UTF-8 into lines.
 * @param maxBytes maximum length of a line, so that a damaged stream cannot fill the memory
 * @returns the lines of each chunk, without their line feeds
 * @throws AppError `invalid_input` if a line is longer, or the last line does not end
 */
export async function* splitLines(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<readonly string[], void> {
  let pieces: Buffer[] = []
  let length = 0
  for await (const bytes of stream) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const lines: string[] = []
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      const rest = chunk.subarray(from, end)
      lines.push((length === 0 ? rest : Buffer.concat([...pieces, rest])).toString())
      ;[pieces, length, from] = [[], 0, end + 1]
    }
    // A copy, because the source may reuse the memory of the chunk.
    if (from < chunk.length) pieces.push(Buffer.from(chunk.subarray(from)))
    length += chunk.length - from
    if (length > maxBytes) throw new AppError('invalid_input', 'the backup is damaged: a line is too long')
    if (lines.length > 0) yield lines
  }
  if (length > 0) throw new AppError('invalid_input', 'the backup is damaged: a line has no end')
}
