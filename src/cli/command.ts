import type { CommandIo } from './command-io.ts'

/** One command of the program, in a file of its own that is loaded on demand. */
export interface Command {
  /** sentences for its help */
  readonly about: string
  /** names of the operands; all are required */
  readonly operands: readonly string[]
  readonly options: Readonly<Record<string, CommandOption>>
  /** @returns the exit code */
  readonly run: (call: CommandCall) => Promise<number>
}

export interface CommandOption {
  readonly help: string
  /** name of the value in the help; an option without one is a flag */
  readonly value?: string
  /** message when the option is missing; without it, the option is optional */
  readonly needed?: string
}

/** The arguments, checked against the command's operands and options. */
export interface CommandCall {
  readonly io: CommandIo
  readonly operands: readonly string[]
  /** values of the given options; `''` for a flag */
  readonly options: ReadonlyMap<string, string>
}
