import { createReadStream } from 'node:fs'

/** Maximum size of an input in bytes; a page may have at most 10 MB of text, other files are larger. */
export const MAX_INPUT_BYTES = 50 * 1024 * 1024

/** A file that cannot be used, with a sentence for the user. */
export class InputError extends Error {
  override readonly name = 'InputError'
}

/**
 * @param name a file, or `-` for standard input
 * @throws InputError if it cannot be read or is larger than 50 MB; at most that much is held in memory
 */
export async function readInput(name: string, stdin: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of name === '-' ? stdin : (createReadStream(name) as AsyncIterable<Uint8Array>)) {
      size += piece.byteLength
      if (size > MAX_INPUT_BYTES) throw new InputError(`${name} is larger than ${MAX_INPUT_BYTES / 1024 / 1024} MB`)
      pieces.push(piece)
    }
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new InputError(`${name} cannot be read: ${messageOf(error)}`)
  }
  // A copy of its own: the extractor may consume the bytes.
  return new Uint8Array(Buffer.concat(pieces))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
