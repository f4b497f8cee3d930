import { AppError } from '../kernel/errors.ts'
import type { CommandOption } from './command.ts'

/** Far above the longest password; longer input is probably a file. */
const MAX_BYTES = 4096

/** The flag of every command that reads a password: never an argument, which every user of the machine could read. */
export const PASSWORD_STDIN: CommandOption = {
  help: 'read the password from the first line of standard input',
  needed: '--password-stdin is required: passwords are only read from standard input',
}

/**
 * @param input standard input; not read beyond the chunk that contains the end of the line
 * @returns the first line without its line break
 * @throws AppError `invalid_input` when it is longer than 4 kB or not UTF-8
 */
export async function readPassword(input: AsyncIterable<Uint8Array>): Promise<string> {
  const line = await firstLine(input)
  if (line.length > MAX_BYTES) throw new AppError('invalid_input', `the password is longer than ${MAX_BYTES} bytes`)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line).replace(/\r$/, '')
  } catch (error) {
    throw new AppError('invalid_input', 'the password on standard input is not valid UTF-8', { cause: error })
  }
}

async function firstLine(input: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let read = Buffer.alloc(0)
  for await (const piece of input) {
    read = Buffer.concat([read, piece])
    const end = read.indexOf('\n')
    if (end !== -1) return read.subarray(0, end)
    // One more byte for a carriage return whose line feed is in the next chunk.
    if (read.length > MAX_BYTES + 1) return read
  }
  return read
}
