import type { CommandIo } from './command-io.ts'

/** A command of the program. Each command has its own file, which is loaded on demand. */
export interface Command {
  /** paragraph about the command, shown by `--help` */
  readonly about: string
  /** names of the operands, all of which are required */
  readonly operands: readonly string[]
  readonly options: Readonly<Record<string, CommandOption>>
  /** runs the command and returns the exit code */
  readonly run: (call: CommandCall) => Promise<number>
}

export interface CommandOption {
  readonly help: string
  /** placeholder for the option's value in the help, such as `NAME`; absent for a flag, which takes no value */
  readonly value?: string
  /** error message if a required option is missing; absent if the option is optional */
  readonly needed?: string
}

/** The arguments of a command line, after validation. */
export interface CommandCall {
  readonly io: CommandIo
  readonly operands: readonly string[]
  /** values of the options on the command line; `''` for a flag */
  readonly options: ReadonlyMap<string, string>
}
