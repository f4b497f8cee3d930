import { COMMANDS, type ListedCommand } from './command-list.ts'
import { UsageError } from './usage-error.ts'

export interface FoundCommand {
  readonly listed: ListedCommand
  /** what follows the words of the command */
  readonly rest: readonly string[]
}

/**
 * @param words arguments from the name of the command on
 * @throws UsageError when they begin with no command
 */
export function findCommand(words: readonly string[]): FoundCommand {
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

/** @returns the commands of two words whose first this is */
export function commandsUnder(word: string): readonly ListedCommand[] {
  return COMMANDS.filter(({ name }) => name.startsWith(`${word} `))
}
