import { AppError } from '../kernel/errors.ts'

/**
 * Passes on the chunks of a body.
 * @throws AppError `too_large` with the message, if there are more bytes
 */
export async function* limitBytes<Chunk extends Uint8Array>(
  body: AsyncIterable<Chunk>,
  maxBytes: number,
  message: string,
): AsyncGenerator<Chunk> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new AppError('too_large', message)
    yield chunk
  }
}
