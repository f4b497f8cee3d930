import type { CommandIo } from './command-io.ts'

/** A command of the program. Each command has its own file, which is loaded on demand. */
export interface Command {
  /** description of the command for its help */
  readonly about: string
  /** names of the operands, all of which are required */
  readonly operands: readonly string[]
  readonly options: Readonly<Record<string, CommandOption>>
  /** runs the command and returns the exit code */
  readonly run: (call: CommandCall) => Promise<number>
}

export interface CommandOption {
  readonly help: string
  /** name of the option's value in the help; absent for a flag, which has no value */
  readonly value?: string
  /** error message if the option is missing; absent if the option is not required */
  readonly needed?: string
}

/** The arguments of a command, after they have been checked. */
export interface CommandCall {
  readonly io: CommandIo
  readonly operands: readonly string[]
  /** values of the given options; `''` for a flag */
  readonly options: ReadonlyMap<string, string>
}
