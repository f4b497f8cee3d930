import { parseArgs } from 'node:util'
import type { Command } from './command.ts'
import { usageLine } from './help-text.ts'
import { UsageError } from './usage-error.ts'

/** The result of parsing a command line: either a call of the command, or a request for its help. */
type ParsedCall =
  | { readonly kind: 'help' }
  | { readonly kind: 'call'; readonly operands: readonly string[]; readonly options: ReadonlyMap<string, string> }

/**
 * @param name name of the command, for error messages
 * @throws UsageError for unknown or missing arguments
 */
export function parseCommandLine(name: string, command: Command, rest: readonly string[]): ParsedCall {
  const { values, positionals } = parseOrRefuse(command, rest)
  if (values['help'] === true) return { kind: 'help' }
  const options = new Map(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value : ''] as const),
  )
  for (const [key, { needed }] of Object.entries(command.options)) {
    if (needed !== undefined && !options.has(key)) throw new UsageError(needed)
  }
  if (positionals.length !== command.operands.length) throw new UsageError(`usage: ${usageLine(name, command)}`)
  return { kind: 'call', operands: positionals, options }
}

function parseOrRefuse(command: Command, rest: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([key, { value }]) => [
      key,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  const help = { type: 'boolean' as const, short: 'h' }
  try {
    return parseArgs({ args: [...rest], options: { ...options, help }, allowPositionals: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // Uses only the first sentence of Node's message. The rest is advice about "--", which does not apply here.
    throw new UsageError(error.message.split(/[.\n]/)[0]!, { cause: error })
  }
}
