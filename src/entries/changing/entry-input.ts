import type { CleanedContent } from '@dogear/extractor/service'
import type { Entry, GivenField } from '../entry.ts'
import { storableJson } from '../../kernel/storable-text.ts'

/** A client's input for an entry. Absent fields stay unchanged. */
export interface EntryInput {
  readonly title?: string
  /** plain text; an empty text removes the note */
  readonly note?: string
  /** unsanitised HTML from the client */
  readonly content?: string
  readonly language?: string
  readonly previewPicture?: string
  /** ISO time; null removes the date */
  readonly publishedAt?: string | null
  /** an empty list removes the authors */
  readonly authors?: readonly string[]
  readonly originUrl?: string
  readonly tags?: readonly string[]
  readonly isArchived?: boolean
  readonly isStarred?: boolean
  readonly isPublic?: boolean
}

/** Columns of the entry that a client can set. */
export interface InputColumns {
  readonly uid?: string | null
  readonly title?: string
  readonly note?: string | null
  readonly reading_time?: number
  readonly language?: string
  readonly preview_picture?: string
  readonly published_at?: string | null
  readonly published_by?: string | null
  readonly origin_url?: string
  readonly is_archived?: number
  readonly archived_at?: string | null
  readonly is_starred?: number
  readonly starred_at?: string | null
}

/** URL schemes whose links run code, or open a resource on the reader's own device. */
const DANGEROUS_SCHEMES: ReadonlySet<string> = new Set([
  'javascript:',
  'vbscript:',
  'data:',
  'blob:',
  'file:',
  'filesystem:',
  'jar:',
  'about:',
  'view-source:',
])

/**
 * The names of languages in English. ICU has a name for every valid language code, so these names serve to check codes.
 * Created at first use, because loading them takes time.
 */
let names: Intl.DisplayNames | undefined

/** @returns the fields that the client supplied. A fetch must not overwrite them. */
export function givenFields(input: EntryInput): GivenField[] {
  const fields: GivenField[] = ['title', 'content', 'language', 'previewPicture', 'publishedAt', 'authors']
  return fields.filter((field) => input[field] !== undefined)
}

/**
 * @param cleaned the sanitised form of `input.content`; undefined if the client sent no content
 * @param now ISO time
 * @returns the columns that the input sets, including those whose values stay the same
 */
export function inputColumns(input: EntryInput, cleaned: CleanedContent | undefined, now: string): InputColumns {
  const picture = input.previewPicture ?? cleaned?.previewPicture
  return {
    ...(input.title !== undefined && { title: input.title }),
    ...(input.note !== undefined && { note: input.note === '' ? null : input.note }),
    ...(cleaned && { reading_time: cleaned.readingTime }),
    ...(input.language !== undefined && { language: input.language }),
    ...(picture !== undefined && { preview_picture: picture }),
    ...(input.publishedAt !== undefined && { published_at: input.publishedAt }),
    ...(input.authors !== undefined && { published_by: authorsColumn(input.authors) }),
    ...(input.originUrl !== undefined && { origin_url: input.originUrl }),
    ...flagColumns(input, now),
  }
}

const authorsColumn = (authors: readonly string[]): string | null =>
  authors.length === 0 ? null : storableJson(authors)

/**
 * Sets `archived_at` and `starred_at` to now whenever the flag is sent as true, even if it was already set (wallabag
 * contract 2.3).
 */
function flagColumns({ isArchived, isStarred }: EntryInput, now: string): InputColumns {
  return {
    ...(isArchived !== undefined && { is_archived: isArchived ? 1 : 0, archived_at: isArchived ? now : null }),
    ...(isStarred !== undefined && { is_starred: isStarred ? 1 : 0, starred_at: isStarred ? now : null }),
  }
}

/** @returns a new secret for the public link of an entry: 32 hexadecimal digits */
export const newPublicId = (): string => randomHex(16)

/**
 * @returns the id of the entry's public link after the change: the current one, a new one (128 random bits), or null
 */
export function publicId(current: string | null, isPublic: boolean | undefined): string | null {
  if (isPublic === undefined) return current
  return isPublic ? (current ?? newPublicId()) : null
}

/** @returns the columns whose values differ from those of the entry */
export function changedColumns(entry: Entry, columns: InputColumns): InputColumns {
  const current: Record<keyof InputColumns, string | number | null> = {
    uid: entry.uid,
    title: entry.title,
    note: entry.note,
    reading_time: entry.readingTime,
    language: entry.language,
    preview_picture: entry.previewPicture,
    published_at: entry.publishedAt,
    published_by: entry.publishedBy,
    origin_url: entry.originUrl,
    is_archived: entry.isArchived ? 1 : 0,
    archived_at: entry.archivedAt,
    is_starred: entry.isStarred ? 1 : 0,
    starred_at: entry.starredAt,
  }
  const changed = Object.entries(columns).filter(([name, value]) => current[name as keyof InputColumns] !== value)
  return Object.fromEntries(changed)
}

/**
 * @param input a language tag with hyphens or underscores
 * @returns the tag with underscores and unchanged case; undefined if ICU does not know the language (wallabag contract
 * 4.4)
 */
export function parseLanguage(input: string): string | undefined {
  const text = input.trim()
  if (text === '' || text.length > 35) return undefined
  const locale = parseLocale(text.replaceAll('_', '-'))
  if (!locale) return undefined
  names ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  return names.of(locale.language) === undefined ? undefined : text.replaceAll('-', '_')
}

function parseLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}

/**
 * Checks the origin of a page: free text, usually an address with any scheme that apps use. Apps show it as a link, so
 * addresses that would run code are never stored (security specification, S1).
 * @returns the unchanged text, or undefined if its scheme is dangerous
 */
export function parseOrigin(text: string | undefined): string | undefined {
  // Like a browser, `URL.parse` ignores white space before the scheme, and tabs and line breaks within it.
  const scheme = text === undefined ? undefined : URL.parse(text)?.protocol
  return scheme !== undefined && DANGEROUS_SCHEMES.has(scheme) ? undefined : text
}

function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
