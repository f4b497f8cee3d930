import { processIo, type CommandIo } from './cli/command-io.ts'
import { COMMANDS, type ListedCommand } from './cli/command-list.ts'
import { commandHelp, overview } from './cli/help-text.ts'
import { packageVersion } from './kernel/package-version.ts'
import { SettingsError } from './config/load-settings.ts'
import { AppError } from './kernel/errors.ts'
import { UsageError } from './cli/usage-error.ts'

/**
 * Runs the command line. Prints results to standard output, and everything else to standard error.
 * @param args arguments after the program name
 * @returns the exit code: 0 for success, 1 for an error, 2 for wrong usage
 */
export async function runCli(args: readonly string[], io: CommandIo = processIo()): Promise<number> {
  try {
    return await dispatch(args, io)
  } catch (error) {
    const { message, exitCode } = explainError(error)
    io.printError(message)
    return exitCode
  }
}

async function dispatch(args: readonly string[], io: CommandIo): Promise<number> {
  const [first = '', ...rest] = args
  if (args.length === 0) return missing(io)
  if (isHelp(first)) return showHelp(rest, io)
  if (first === '--version') return showVersion(io)
  if (commandsUnder(first).length > 0 && isHelp(rest[0] ?? '')) return showHelp([first], io)
  return runCommand(args, io)
}

function isHelp(word: string): boolean {
  return word === 'help' || word === '--help' || word === '-h'
}

async function runCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const { listed, rest } = findCommand(args)
  const [command, { parseCommandLine }] = await Promise.all([listed.load(), import('./cli/parse-command-line.ts')])
  const parsed = parseCommandLine(listed.name, command, rest)
  if (parsed.kind === 'help') return showHelp([listed.name], io)
  return command.run({ io, operands: parsed.operands, options: parsed.options })
}

async function showHelp(words: readonly string[], io: CommandIo): Promise<number> {
  const name = words.join(' ')
  const group = commandsUnder(name)
  const isCommand = COMMANDS.some((listed) => listed.name === name)
  if (name === '' || isHelp(name)) io.print(overview(COMMANDS))
  else if (group.length > 0 && !isCommand) io.print(overview(group))
  else {
    const { listed } = findCommand(name.split(' '))
    io.print(commandHelp(listed.name, await listed.load()))
  }
  return 0
}

async function missing(io: CommandIo): Promise<number> {
  io.printError(overview(COMMANDS))
  return 2
}

async function showVersion(io: CommandIo): Promise<number> {
  io.print(packageVersion())
  return 0
}

/** The error message and the exit code of a failed command. */
interface Explanation {
  readonly message: string
  readonly exitCode: number
}

/**
 * Turns an expected error into one sentence. Any other error is a bug or a failure of the system, so its stack is
 * printed.
 */
function explainError(error: unknown): Explanation {
  if (error instanceof UsageError) {
    return { message: `dogear: ${error.message}; see "dogear help"`, exitCode: 2 }
  }
  if (error instanceof AppError || error instanceof SettingsError) {
    return { message: `dogear: ${error.message}`, exitCode: 1 }
  }
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: 1 }
}

interface FoundCommand {
  readonly listed: ListedCommand
  /** arguments after the name of the command */
  readonly rest: readonly string[]
}

/**
 * @param words arguments after the program name
 * @throws UsageError if the arguments do not start with the name of a command
 */
function findCommand(words: readonly string[]): FoundCommand {
  for (const listed of COMMANDS) {
    const name = listed.name.split(' ')
    if (name.every((word, index) => words[index] === word)) return { listed, rest: words.slice(name.length) }
  }
  const group = commandsUnder(words[0] ?? '')
  if (group.length > 0) {
    const names = group.map(({ name }) => `"dogear ${name}"`)
    throw new UsageError(`"dogear ${words[0]}" is incomplete: use ${names.join(', ')}`)
  }
  throw new UsageError(`unknown command "${words[0] ?? ''}"`)
}

/**
 * @returns the commands whose names have two words, the first of which is `word`: for example, `user add` for `user`
 */
function commandsUnder(word: string): readonly ListedCommand[] {
  return COMMANDS.filter(({ name }) => name.startsWith(`${word} `))
}
