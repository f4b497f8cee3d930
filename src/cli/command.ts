import type { CommandIo } from './command-io.ts'

/** One command of the program, in a file of its own that is loaded when it is asked for. */
export interface Command {
  /** sentences for its help */
  readonly about: string
  /** names of the words that follow it; all are needed */
  readonly operands: readonly string[]
  readonly options: Readonly<Record<string, CommandOption>>
  /** @returns the exit code */
  readonly run: (call: CommandCall) => Promise<number>
}

export interface CommandOption {
  readonly help: string
  /** what stands for the value in the help; an option without one is a flag */
  readonly value?: string
  /** what is said when the option is missing; an option without it may be left out */
  readonly needed?: string
}

/** What was typed, checked against the command's operands and options. */
export interface CommandCall {
  readonly io: CommandIo
  readonly operands: readonly string[]
  /** values of the options that were given; a flag that was given is `''` */
  readonly options: ReadonlyMap<string, string>
}
