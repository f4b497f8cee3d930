import { AppError } from '../../kernel/errors.ts'
import type { FormatChoice, FormatName } from '../import-formats.ts'
import { LINES_OF_OBJECTS } from '../formats/general/json-lines.ts'
import { NAMES_ADDRESSES } from '../formats/general/named-columns.ts'
import { NAMES_ADDRESS_MEMBERS } from '../formats/general/named-members.ts'
import { reasonText, type ImportReason } from '../import-failure-reasons.ts'
import { SEPARATOR_LINE } from './csv-records.ts'

type FileKind = 'json' | 'csv' | 'html'

/** Patterns by which formats are recognised, for each kind of file. The first match decides. */
const FORMAT_PATTERNS: Readonly<Record<FileKind, readonly (readonly [RegExp, FormatName])[]>> = {
  html: [
    [/time_added=|<title>\s*pocket export/i, 'pocket_html'],
    [/\btoread="[01]" tags=|linkding:/i, 'linkding'],
    [/./, 'netscape'],
  ],
  csv: [
    [/^\s*"?URL"?,"?Title"?,"?Selection"?,/i, 'instapaper'],
    [/^\s*"?title"?,"?url"?,"?time_added"?/i, 'pocket'],
    [/^[^\n]*"?Document tags"?,"?Saved date"?/i, 'readwise'],
    [/^[^\n]*"?excerpt"?,"?url"?,/i, 'raindrop'],
    [/^[^\n]*"?labels"?,"?is_archived"?,"?is_marked"?/i, 'readeck'],
    [/^[^\n;]*"?Last Interaction Date"?/i, 'matter'],
    [
      /^(?:\s*#[^\r\n]*[\r\n])*\s*(?:[-*] )?(?:\[[^[\]\r\n]*\]\()?https?:\/\/[^\s,]+(?:[ \t]+[^\r\n]*)?(?:[\r\n]|$)/i,
      'addresses',
    ],
    [NAMES_ADDRESSES, 'csv'],
  ],
  json: [
    [/^(?=[^]*"entries"\s*:)(?=[^]*"(?:created_on|number_of_pages|drawer)"\s*:)/, 'koreader'],
    [/"(?:linksRouteTo|whitelistedUsers|pinnedLinks)"\s*:/, 'linkwarden'],
    [/"(?:categories"\s*:\s*\[|id"\s*:)\s*"user\\?\//, 'feed_reader'],
    [/"text\/x-moz-place/, 'firefox'],
    [/"roots"\s*:/, 'chrome'],
    [/"article__url"\s*:/, 'readability'],
    [/"bookmarks"\s*:\s*\[\s*\{\s*"createdAt"\s*:/, 'karakeep'],
    [/"addedAt"\s*:\s*\d/, 'goodlinks'],
    [/"toread"\s*:/, 'pinboard'],
    [/^(?=[^]*"savedAt"\s*:)[^]*"slug"\s*:/, 'omnivore'],
    [/"is_fav"\s*:/, 'wallabag-v1'],
    [/"is_archived"\s*:/, 'wallabag-v2'],
    [/"is_saved"\s*:/, 'elcurator'],
    [/"created"\s*:\s*"\d{5,12}"/, 'delicious'],
    [/"(?:annotations|rows)"\s*:\s*\[(?=[^]*"uri"\s*:)[^]*"target"\s*:\s*\[/, 'hypothesis'],
    [LINES_OF_OBJECTS, 'json_lines'],
    [NAMES_ADDRESS_MEMBERS, 'json'],
  ],
}

/** The first clipping of a Kindle: a title, a line with the place and the time, an empty line, any text, and a separator. */
const KINDLE = /^\ufeff?[^\n]+\n[-–] [^\n]+\|[^\n]*\n\s*\n(?:[^\n]*\n)*?={10}\s*(?:\n|$)/

/**
 * Tables and objects of password managers have a column or member for the password. Safari and Chrome export what was visited
 * with the time of each visit in microseconds ("Importing data exported from Safari", Apple, Safari Services; "Chrome Schema
 * Reference", Google, Data Portability API).
 */
const PASSWORD_COLUMN = /^[ "]{0,5}(?:login[ _])?password[ "]{0,5}$/i
const PASSWORD_MEMBER = /"password"\s*:/i
const HISTORY = /"time_usec"\s*:\s*\d/

/** A file with addresses that is not a list of saved pages. */
export class NoListError extends AppError {
  constructor(reason: ImportReason) {
    super('invalid_input', reasonText(reason))
  }
}

/**
 * @param text the start of a file
 * @returns the kind of the file, from its first character
 */
export function kindOf(text: string): FileKind {
  const first = text.trimStart().charAt(0)
  return first === '<' ? 'html' : first === '[' || first === '{' ? 'json' : 'csv'
}

/**
 * @param text the start of a file
 * @param chosen the user's choice; `pocket` may mean Pocket's CSV or HTML
 * @returns the format
 * @throws NoListError if the file contains passwords, or if no format was chosen and the file is the history of a browser
 *   or is not recognised
 */
export function detectFormat(text: string, chosen: FormatChoice): FormatName {
  const kind = kindOf(text)
  if (kind === 'csv' && hasPasswordColumn(text)) throw new NoListError('filePasswords')
  if (chosen === 'auto' && kind === 'json' && HISTORY.test(text)) throw new NoListError('fileHistory')
  if (kind === 'html' && /<opml[\s>]/i.test(text)) throw new NoListError('fileFeeds')
  const format = formatOf(text, kind, chosen)
  if (format === undefined) throw new NoListError('formatUnknown')
  if ((format === 'json' || format === 'json_lines') && PASSWORD_MEMBER.test(text))
    throw new NoListError('filePasswords')
  return format
}

/** @returns whether the first line names several columns, of which one is that of a password */
function hasPasswordColumn(text: string): boolean {
  const columns = text.split(/[\r\n]/, 1)[0]!.split(/[,;\t]/)
  return columns.length > 1 && columns.some((name) => PASSWORD_COLUMN.test(name))
}

function formatOf(text: string, kind: FileKind, chosen: FormatChoice): FormatName | undefined {
  const isHighlights = /^\ufeff?\s*"?Highlight"?,"?Book Title"?,/i.test(text)
  // The same service exports a library and highlights.
  if (isHighlights && (chosen === 'auto' || chosen === 'readwise')) return 'readwise_highlights'
  // A title in any language comes first, so the kind of file cannot be known from the first character.
  if (chosen === 'auto' && KINDLE.test(text)) return 'kindle'
  if (chosen === 'pocket') return kind === 'html' ? 'pocket_html' : 'pocket'
  if (chosen !== 'auto') return chosen
  const start = text.trimStart().replace(SEPARATOR_LINE, '')
  return FORMAT_PATTERNS[kind].find(([sign]) => sign.test(start))?.[1]
}
