import type { Environment } from '../config/load-settings.ts'

/** The environment variables, input and output of a command. Tests pass their own. */
export interface CommandIo {
  /** environment variables */
  readonly environment: Environment
  /** standard input, in chunks */
  readonly input: AsyncIterable<Uint8Array>
  /** writes a line of the result to standard output */
  readonly print: (line: string) => void
  /** writes a message for the user to standard error */
  readonly printError: (line: string) => void
  /** true if standard error is a terminal */
  readonly isTerminal: boolean
}

/** @returns the input, output and environment of this process */
export function processIo(): CommandIo {
  return {
    environment: process.env,
    // A getter, because reading `process.stdin` opens the stream. It stays closed until a command reads the input.
    get input() {
      return process.stdin
    },
    print: (line) => writeLine(process.stdout, line),
    printError: (line) => writeLine(process.stderr, line),
    isTerminal: process.stderr.isTTY === true,
  }
}

function writeLine(stream: NodeJS.WriteStream, line: string): void {
  if (!stream.listeners('error').includes(forgiveClosedPipe)) stream.on('error', forgiveClosedPipe)
  stream.write(`${line}\n`)
}

/**
 * Ignores the error of a closed pipe, which occurs when a program such as `head` stops reading early. Throws any other
 * error.
 */
function forgiveClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
