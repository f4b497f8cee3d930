import { createReadStream } from 'node:fs'

/**
 * Maximum size of an input in bytes: 50 MB. Files such as PDFs may be larger than pages, which are limited to 10 MB.
 */
export const MAX_INPUT_BYTES = 50 * 1024 * 1024

/** Reports an input that cannot be used. The message is shown to the user. */
export class InputError extends Error {
  override readonly name = 'InputError'
}

/**
 * Reads an input into memory, and stops at the maximum size.
 * @param name path of a file, or `-` for standard input
 * @throws InputError if the input cannot be read or is larger than 50 MB
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
  // The bytes are copied into an array with its own memory. Node's buffers may share memory, and the extractor may
  // transfer or change the memory of its input.
  return new Uint8Array(Buffer.concat(pieces))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
