import type { ListedCommand } from './command-list.ts'
import type { Command, CommandOption } from './command.ts'

/** @returns the help of the program, with one line for each command */
export function overview(commands: readonly ListedCommand[]): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const)
  return [
    'Usage: dogear COMMAND [OPTION]…',
    '',
    'Commands:',
    ...columns([...rows, ['help [COMMAND]', 'show this help, or the help of a command']]),
    '',
    '"dogear COMMAND --help" describes a command, "dogear --version" prints the version. Settings come from the',
    'environment: see docs/configuration.md. "dogear config" prints the effective values.',
  ].join('\n')
}

/** @returns the help of one command */
export function commandHelp(name: string, command: Command): string {
  const options = Object.entries(command.options).map(([key, option]) => [spelling(key, option), option.help] as const)
  return [
    `Usage: ${usageLine(name, command)}`,
    '',
    command.about,
    '',
    'Options:',
    ...columns([...options, ['-h, --help', 'show this help']]),
  ].join('\n')
}

/** @returns the usage of a command, with optional parts in brackets */
export function usageLine(name: string, { operands, options }: Command): string {
  const spelled = Object.entries(options).map(([key, option]) =>
    option.needed === undefined ? `[${spelling(key, option)}]` : spelling(key, option),
  )
  return ['dogear', name, ...operands, ...spelled].join(' ')
}

function spelling(key: string, { value }: CommandOption): string {
  return value === undefined ? `--${key}` : `--${key} ${value}`
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
