import type { Environment } from '../config/load-settings.ts'

/** The parts of its process that a command may use. */
export interface CommandIo {
  /** names and values of the settings */
  readonly environment: Environment
  /** standard input, in chunks */
  readonly input: AsyncIterable<Uint8Array>
  /** Writes a line of the result to standard output. */
  readonly print: (line: string) => void
  /** Writes a line for the person in front of it to standard error. */
  readonly printError: (line: string) => void
  /** whether a person is in front of it, and no log */
  readonly isTerminal: boolean
}

/** @returns the input, output and environment of this process */
export function processIo(): CommandIo {
  return {
    environment: process.env,
    // A getter, because accessing the stream opens it.
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

/** A reader that stops early, such as `head`, is no failure. */
function forgiveClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
