import { readOmnivoreHighlights } from '../formats/omnivore.ts'
import { readPocketHighlights, type PocketHighlights } from '../formats/pocket.ts'
import type { FormatChoice } from '../import-formats.ts'
import type { ImportRow, ParsedRow, RawRow } from '../import-row.ts'
import { ChunkDecoder } from './decode-chunks.ts'
import { joinReasons, reasonText } from '../import-failure-reasons.ts'
import { NoListError } from './detect-format.ts'
import { FILE_FORMATS } from './file-formats.ts'
import { readAnnotations } from './read-annotations.ts'
import { readNote } from './read-note.ts'
import { readRow } from './read-row.ts'
import type { ImportFormat } from './row-parser.ts'
import type { ZipArchive } from './zip-archive.ts'

/**
 * Maximum length, in characters, of an article, or of the highlights of pages, in a separate file of an archive. A longer
 * article is ignored, and its page is fetched instead.
 */
const MAX_CONTENT = 10 * 1024 * 1024

const EXTENSION_PATTERNS: Readonly<Record<ImportFormat['kind'], RegExp>> = {
  json: /\.json$/i,
  csv: /\.csv$/i,
  html: /\.html?$/i,
  text: /\.(?:txt|md|csv)$/i,
  highlights: /\.(?:json|txt|csv)$/i,
}

/** Matches the files with highlights in Pocket's archive. */
const POCKET_HIGHLIGHTS = /(?:^|\/)annotations\/[^/]+\.json$/

/** Parses a list in an archive. `before` is the number of rows in the previous lists. */
type ParseList = (name: string, before: number) => AsyncGenerator<ParsedRow[]>

/**
 * Parses the lists in an archive, in the order of their names. The content and the highlights of a page may be in other
 * files of the archive.
 */
export async function* parseArchive(
  archive: ZipArchive,
  chosen: FormatChoice,
  parseList: ParseList,
): AsyncGenerator<ParsedRow[]> {
  const { pages, unread } = await pocketHighlights(archive, chosen)
  const highlights = new Map(pages)
  let count = 0
  const others: { readonly name: string; readonly error: NoListError }[] = []
  for (const name of listsIn(archive.names, chosen)) {
    try {
      for await (const batch of parseList(name, count)) {
        count += batch.length
        for (const parsed of batch) yield [withHighlights(await withFiles(archive, parsed), highlights)]
      }
    } catch (error) {
      if (!(error instanceof NoListError)) throw error
      others.push({ name, error })
    }
  }
  if (count === 0 && others[0]) throw others[0].error
  yield others.map(({ name }) => ({ kind: 'left_out', reason: memberReason(name) }))
  // Pages with highlights that are not in the list.
  if (highlights.size > 0) yield [...highlights.values()].map(readRow)
  if (unread.length > 0) yield unread.map((file) => ({ kind: 'broken', reason: unreadReason(file) }))
}

function listsIn(names: readonly string[], chosen: FormatChoice): string[] {
  const inOrder = names
    .filter((name) => !name.startsWith('__MACOSX/') && !POCKET_HIGHLIGHTS.test(name))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  const metadata = inOrder.filter((name) => /(?:^|\/)metadata[^/]*\.json$/.test(name))
  if (chosen === 'omnivore' || (chosen === 'auto' && metadata.length > 0)) return metadata
  const wanted =
    chosen === 'pocket' || chosen === 'auto' ? /\.(?:json|csv|html?)$/i : EXTENSION_PATTERNS[FILE_FORMATS[chosen].kind]
  const lists = inOrder.filter((name) => wanted.test(name))
  if (chosen !== 'pocket') return lists
  const tables = lists.filter((name) => EXTENSION_PATTERNS.csv.test(name))
  return tables.length > 0 ? tables : lists.filter((name) => EXTENSION_PATTERNS.html.test(name))
}

const memberReason = (file: string) => reasonText('archiveMember', { file: file.slice(-MAX_NAME) })
const unreadReason = (file: string) => reasonText('highlightsUnreadable', { file: file.slice(-MAX_NAME) })

/** Maximum length of the name of a file in a reason, in UTF-16 units. */
const MAX_NAME = 100

interface ArchiveHighlights {
  readonly pages: PocketHighlights
  /** names of the files that are too long or invalid */
  readonly unread: readonly string[]
}

/** @returns the highlights in Pocket's archive, by address; empty for other archives */
async function pocketHighlights(archive: ZipArchive, chosen: FormatChoice): Promise<ArchiveHighlights> {
  const isPocket = chosen === 'auto' || chosen === 'pocket' || chosen === 'pocket_csv'
  const files = isPocket ? archive.names.filter((name) => POCKET_HIGHLIGHTS.test(name)) : []
  const pages = new Map<string, RawRow>()
  const unread: string[] = []
  for (const name of files) {
    const found = readPocketHighlights((await textOf(archive, name)) ?? '')
    if (!found) unread.push(name)
    for (const [url, page] of found ?? []) pages.set(url, page)
  }
  return { pages, unread }
}

/** Adds the highlights of a page, and removes them from `highlights`. */
function withHighlights(parsed: ParsedRow, highlights: Map<string, RawRow>): ParsedRow {
  const found = parsed.kind === 'row' ? highlights.get(parsed.row.url) : undefined
  if (parsed.kind !== 'row' || !found) return parsed
  highlights.delete(parsed.row.url)
  return { ...parsed, row: withAnnotations(parsed.row, found.annotations) }
}

function withAnnotations(row: ImportRow, given: unknown, notes: readonly string[] = []): ImportRow {
  const notices: string[] = []
  const report = (notice: string): void => void notices.push(notice)
  const annotations = readAnnotations(given, report)
  const note = readNote([...notes, row.note], report)
  const notice = joinReasons([row.notice, ...notices])
  return {
    ...row,
    ...(annotations && { annotations }),
    ...(note !== undefined && { note }),
    ...(notice !== undefined && { notice }),
  }
}

/** Adds the content and the highlights that are in other files of the archive. */
async function withFiles(archive: ZipArchive, parsed: ParsedRow): Promise<ParsedRow> {
  if (parsed.kind !== 'row') return parsed
  const { contentFile, highlightsFile, ...row } = parsed.row
  const content = contentFile === undefined ? undefined : await textOf(archive, contentFile)
  const markdown = highlightsFile === undefined ? undefined : await textOf(archive, highlightsFile)
  const { annotations, notes } = readOmnivoreHighlights(markdown ?? '')
  const isUnread = highlightsFile !== undefined && markdown === undefined
  const notice = joinReasons([row.notice, isUnread ? unreadReason(highlightsFile) : undefined])
  const known = notice === undefined ? row : { ...row, notice }
  const whole = content === undefined || content.trim() === '' ? known : { ...known, content }
  return { ...parsed, row: annotations.length + notes.length > 0 ? withAnnotations(whole, annotations, notes) : whole }
}

/** @returns the text of a file; undefined if it is longer than `MAX_CONTENT`. A missing file is empty. */
async function textOf(archive: ZipArchive, name: string): Promise<string | undefined> {
  const decoder = new ChunkDecoder()
  let text = ''
  for await (const piece of archive.open(name)) {
    text += decoder.push(piece)
    if (text.length > MAX_CONTENT) return undefined
  }
  return text + decoder.end()
}
