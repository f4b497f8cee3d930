import { processIo, type CommandIo } from './cli/command-io.ts'
import { COMMANDS } from './cli/command-list.ts'
import { commandsUnder, findCommand } from './cli/find-command.ts'
import { explainError } from './cli/explain-error.ts'
import { commandHelp, overview } from './cli/help-text.ts'
import { packageVersion } from './kernel/package-version.ts'

/**
 * The command line of the program. Results go to standard output, everything else to standard error.
 * @param args what was typed behind the name of the program
 * @returns the exit code: 0 when it was done, 1 for a refusal or a failure, 2 for wrong usage
 */
export async function runCli(args: readonly string[], io: CommandIo = processIo()): Promise<number> {
  try {
    return await dispatch(args, io)
  } catch (error) {
    const { message, exitCode } = explainError(error)
    io.tell(message)
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
  const [command, { parseCall }] = await Promise.all([listed.load(), import('./cli/parse-call.ts')])
  const parsed = parseCall(listed.name, command, rest)
  if (parsed.kind === 'help') return showHelp([listed.name], io)
  return command.run({ io, operands: parsed.operands, options: parsed.options })
}

async function showHelp(words: readonly string[], io: CommandIo): Promise<number> {
  const name = words.join(' ')
  const group = commandsUnder(name)
  if (name === '' || isHelp(name)) io.print(overview(COMMANDS))
  else if (group.length > 0) io.print(overview(group))
  else {
    const { listed } = findCommand(name.split(' '))
    io.print(commandHelp(listed.name, await listed.load()))
  }
  return 0
}

async function missing(io: CommandIo): Promise<number> {
  io.tell(overview(COMMANDS))
  return 2
}

async function showVersion(io: CommandIo): Promise<number> {
  io.print(packageVersion())
  return 0
}
