import type { Settings } from '../../config/settings.ts'
import { parseEntryAddress } from '../../entries/saving/entry-address.ts'
import type { TriedPage, Trial } from '../../entries/reextraction/try-extraction.ts'
import { folderRulesFinder } from '../../entries/site-rules/find-rules-for-page.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import { packageVersion } from '../../kernel/package-version.ts'
import { openExtraction } from '../../open-extraction.ts'
import { openFetcher } from '../../open-fetcher.ts'
import type { Command } from '../command.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'
import { parseFormat } from '../parse-format.ts'
import { tryExtraction } from '../../entries/reextraction/try-extraction.ts'
import { readFile, stat } from 'node:fs/promises'

/** Maximum size of a file in bytes. Larger files are refused. Fetched pages have the same limit. */
const MAX_FILE_BYTES = 16 * 1024 * 1024

/** A user id that no account has. No rules are stored under it, so only the site rules of the operator apply. */
const NO_USER = 0 as UserId

const SOME_ADDRESS = 'http://localhost/'

export const extractCommand: Command = {
  about:
    'Extracts a page exactly as saving it would, and stores nothing. Prints the article to standard output, and its\n' +
    'metadata, the result of each step and the time taken to standard error. Fetches an address according to the\n' +
    'settings. Treats a file as a response of its server. Applies the site rules in DOGEAR_SITE_RULES_DIR. Exits\n' +
    'with 1 if no article was found. Needs no database.',
  operands: ['FILE|URL'],
  options: {
    url: { help: 'original address of the file, to resolve its links', value: 'URL' },
    format: { help: 'html, text, or json for one object with everything; default: html', value: 'FORMAT' },
  },
  run: async ({ io, operands, options }) => {
    const format = parseFormat(options.get('format'), ['html', 'text', 'json'])
    const { settings } = loadSettingsAndWarn(io)
    const page = await pageOf(operands[0]!, options.get('url'))
    const trial = await tryPage(settings, page)
    if (format === 'json') io.print(JSON.stringify(trial, null, 2))
    else if (trial.article) io.print(format === 'text' ? plainText(trial.article.content) : trial.article.content)
    if (format !== 'json') for (const line of factLines(trial)) io.printError(line)
    return trial.article ? 0 : 1
  },
}

async function pageOf(operand: string, address: string | undefined): Promise<TriedPage> {
  if (/^https?:\/\//i.test(operand)) return { url: parseEntryAddress(operand).url }
  const url = parseEntryAddress(address ?? SOME_ADDRESS).url
  return { url, given: { body: await readPage(operand) } }
}

async function readPage(path: string): Promise<Uint8Array> {
  const refuse = (cause: unknown) => {
    throw new AppError('invalid_input', `${path} cannot be read`, { cause })
  }
  const info = await stat(path).catch(refuse)
  if (info.size > MAX_FILE_BYTES) throw new AppError('too_large', `${path} is larger than 16 MB`)
  return readFile(path).catch(refuse)
}

async function tryPage(settings: Settings, page: TriedPage): Promise<Trial> {
  const fetcher = openFetcher(settings, { version: packageVersion(), onRefused: () => undefined })
  const extraction = openExtraction(settings)
  try {
    const findRules = folderRulesFinder(settings.DOGEAR_SITE_RULES_DIR)
    const deps = { fetcher, extraction, findRules, owner: NO_USER }
    return await tryExtraction(deps, page, new AbortController().signal)
  } finally {
    await fetcher.close()
    await extraction.stop()
  }
}

function factLines({ url, status, article, failure, steps, ms }: Trial): string[] {
  const { content: _, ...metadata } = article ?? { content: '' }
  const facts = { url, ...(status !== undefined && { status: String(status) }), ...metadata }
  const known = Object.entries(facts).filter(([, value]) => value !== undefined)
  return [
    ...(failure ? [`${failure.code}: ${failure.message} ${failure.next}`] : []),
    ...known.map(([name, value]) => oneLine(`${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)),
    ...steps.map(({ name, note }) => oneLine(`step ${name}: ${note}`)),
    `took ${ms} ms`,
  ]
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ')
}

const BLOCK =
  /<\/?(?:p|div|h[1-6]|li|ul|ol|blockquote|pre|table|tr|figure|figcaption|section|dl|dt|dd|br|hr)(?: [^<>]*)?>/g
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' }

/** @returns the text of sanitised HTML, with one line for each block */
function plainText(content: string): string {
  const bare = content.replaceAll(BLOCK, '\n').replaceAll(/<[^<>]*>/g, '')
  const text = bare.replaceAll(/&(lt|gt|quot|nbsp|amp);/g, (_, name: string) => ENTITIES[name]!)
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join('\n')
}
