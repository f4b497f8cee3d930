import { AppError } from '../kernel/errors.ts'
import type { CommandOption } from './command.ts'

/**
 * Maximum length of the password in bytes. Longer input is refused, because it is probably a file that was passed by
 * mistake.
 */
const MAX_BYTES = 4096

/**
 * The flag of all commands that read a password. Passwords are never arguments, because all users of a machine can read
 * the arguments of its processes.
 */
export const PASSWORD_STDIN: CommandOption = {
  help: 'read the password from the first line of standard input',
  needed: '--password-stdin is required: passwords are only read from standard input',
}

/**
 * Reads a password from standard input. Reading stops after the first line.
 * @returns the first line without its line break
 * @throws AppError `invalid_input` if the line is longer than 4 kB or not valid UTF-8
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
    // Allows one more byte, because a carriage return may follow the password.
    if (read.length > MAX_BYTES + 1) return read
  }
  return read
}
