import { parseArgs } from 'node:util'

const FORMATS = ['markdown', 'html', 'json'] as const
export type Format = (typeof FORMATS)[number]

export interface Arguments {
  /** path of a file, or `-` for standard input */
  readonly file: string
  readonly format: Format
  readonly url: string
}

export const USAGE = `Usage: extract [--format markdown|html|json] [--url ADDRESS] FILE|-

Prints the article of a saved web page, PDF, Markdown or text file.

  --format   markdown (default), html, or json (the article with its metadata)
  --url      address of the page; without it, relative links and pictures are left out
  --help     prints this text
  --version  prints the version

Exit codes: 0 success, 1 no article found, 2 wrong arguments, 3 the file cannot be read or is larger than 50 MB
`

/** Reports wrong arguments. The message is shown to the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Address of a page without `--url`. Relative addresses cannot be resolved against it. */
const NO_ADDRESS = 'about:blank'

/**
 * @returns the parsed arguments; `help` or `version` if these options are given
 * @throws UsageError for wrong arguments
 */
export function parseArguments(args: readonly string[]): Arguments | 'help' | 'version' {
  const { values, positionals } = parsed(args)
  if (values.help) return 'help'
  if (values.version) return 'version'
  const [file, ...others] = positionals
  if (file === undefined) throw new UsageError('FILE is missing; use - for standard input')
  if (others.length > 0) throw new UsageError(`only one file can be given, not ${positionals.length}`)
  return { file, format: formatOf(values.format), url: addressOf(values.url) }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'markdown' },
        url: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function formatOf(name: string): Format {
  const format = FORMATS.find((one) => one === name)
  if (format === undefined) throw new UsageError(`--format must be one of ${FORMATS.join(', ')}, not "${name}"`)
  return format
}

function addressOf(text: string | undefined): string {
  if (text === undefined) return NO_ADDRESS
  if (!/^https?:/i.test(text) || !URL.canParse(text)) {
    throw new UsageError(`--url must be an http or https address, not "${text}"`)
  }
  return text
}
