import { readFileSync } from 'node:fs'
import { extract } from '../extract.ts'
import type { Article } from '../extraction.ts'
import { markdownLine } from '../markdown/markdown-runs.ts'
import { toMarkdown } from '../markdown/to-markdown.ts'
import { parseArguments, USAGE, UsageError, type Arguments, type Format } from './parse-arguments.ts'
import { InputError, readInput } from './read-input.ts'

/** The streams of `process` that the command uses. */
interface Streams {
  readonly stdin: AsyncIterable<Uint8Array>
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown }
}

const EXIT_OK = 0
const NO_ARTICLE = 1
const EXIT_WRONG_ARGUMENTS = 2
const NO_INPUT = 3

/**
 * Runs the command `extract`.
 *
 * @param args arguments of the command, without the names of the runtime and the program
 * @returns the exit code (see `USAGE`)
 */
export async function runExtract(args: readonly string[], streams: Streams): Promise<number> {
  const { stdout, stderr } = streams
  try {
    const wanted = parseArguments(args)
    if (wanted === 'help') stdout.write(USAGE)
    else if (wanted === 'version') stdout.write(`${packageVersion()}\n`)
    else return await extractFile(wanted, streams)
    return EXIT_OK
  } catch (error) {
    if (error instanceof UsageError) {
      stderr.write(`extract: ${error.message}\n\n${USAGE}`)
      return EXIT_WRONG_ARGUMENTS
    }
    if (!(error instanceof InputError)) throw error
    stderr.write(`extract: ${error.message}\n`)
    return NO_INPUT
  }
}

async function extractFile({ file, format, url }: Arguments, { stdin, stdout, stderr }: Streams): Promise<number> {
  const body = await readInput(file, stdin)
  const extraction = await extract({ url, body, contentType: typeByName(file) })
  if (extraction.kind === 'article') {
    stdout.write(`${printed(extraction.article, format)}\n`)
    return EXIT_OK
  }
  stderr.write(`extract: ${extraction.message} (${extraction.reason})\n`)
  return NO_ARTICLE
}

/**
 * @returns the media type by the extension of the file. The content alone cannot distinguish plain text from Markdown.
 */
function typeByName(file: string): string | undefined {
  if (/\.(?:md|markdown)$/i.test(file)) return 'text/markdown'
  return /\.txt$/i.test(file) ? 'text/plain' : undefined
}

function printed(article: Article, format: Format): string {
  if (format === 'html') return article.content
  if (format === 'json') return JSON.stringify(article, undefined, 2)
  const title = article.title === undefined ? '' : `# ${markdownLine(article.title)}\n\n`
  return title + toMarkdown(article.content)
}

function packageVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}
