import { MAX_TITLE } from '../../entries/entry.ts'
import { unwrapAddress } from '../../entries/saving/canonical-address.ts'
import {
  parseAbsoluteAddress,
  parseEntryAddress,
  parseWebAddress,
  type EntryAddress,
} from '../../entries/saving/entry-address.ts'
import { parseLanguage, parseOrigin } from '../../entries/changing/entry-input.ts'
import { AppError } from '../../kernel/errors.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import { labelText, MAX_LABEL, MAX_TAGS_PER_ENTRY } from '../../tags/tag.ts'
import { joinReasons, reasonText, type ImportReason } from '../import-failure-reasons.ts'
import { dateOfText, publicationDateOf, savingTimeOf } from './import-date.ts'
import type { ImportRow, ParsedRow, RawRow } from '../import-row.ts'
import { folderTag } from './folder-tag.ts'
import { readDocument } from './read-document.ts'
import { readNote } from './read-note.ts'
import { readAnnotations } from './read-annotations.ts'

/** Addresses that are not web pages, by scheme, with the reason why they are skipped. */
const SKIPPED_SCHEMES: ReadonlyMap<string, ImportReason> = new Map<string, ImportReason>([
  ['javascript', 'bookmarklet'],
  ['place', 'browserSearch'],
  ['file', 'localFile'],
  ...['about', 'chrome', 'edge', 'opera', 'vivaldi', 'brave', 'view-source', 'resource'].map(withReason('browserPage')),
  ...['chrome-extension', 'moz-extension', 'extension', 'safari-web-extension'].map(withReason('browserPage')),
  ...['data', 'blob'].map(withReason('dataLink')),
  ...['mailto', 'tel', 'sms', 'xmpp', 'irc', 'magnet', 'feed', 'ftp', 'ftps', 'sftp'].map(withReason('otherApp')),
])

/** Shaarli's internal address of a note: `?` or `/shaare/`, followed by an id. */
const SHAARLI_NOTE = /^\/?(?:\?|shaare\/)[\w@-]{1,20}$/

const MAX_AUTHORS = 100

const MAX_NAME = 250

const MAX_HEADERS = 100

const MAX_HEADER = 8192

/** Maximum length of an invalid address in an error message, in UTF-16 units. Longer addresses are cut. */
const MAX_SHOWN = 200

/** Maximum length of content that the sanitiser accepts, in characters. */
const MAX_CONTENT = 10 * 1024 * 1024

/**
 * Validates a row. An invalid address or overlong content makes the whole row broken; other invalid fields are only
 * omitted.
 * @returns the row, or the reason why it is skipped or broken
 */
export function readRow(raw: RawRow): ParsedRow {
  const { url } = raw
  if (raw.document !== undefined) return readDocument(raw.document)
  if (raw.leftOut !== undefined) return { kind: 'left_out', reason: reasonText(raw.leftOut) }
  if (raw.unreadable !== undefined) return { kind: 'broken', reason: reasonText(raw.unreadable) }
  if (typeof url !== 'string' || url.trim() === '') return { kind: 'broken', reason: reasonText('addressMissing') }
  const reason = skipReason(url.trim())
  if (reason !== undefined) return { kind: 'left_out', reason: reasonText(reason) }
  try {
    const address = parseAbsoluteAddress(storableText(url))
    if (typeof raw.content === 'string' && raw.content.length > MAX_CONTENT) {
      return { kind: 'broken', reason: reasonText('contentLong') }
    }
    const notices: string[] = []
    const fields = { ...textFields(raw, (notice) => notices.push(notice)), ...stateFields(raw) }
    return {
      kind: 'row',
      row: withoutUndefined({ ...fields, ...addressFields(raw, address), notice: joinReasons(notices) }),
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return {
      kind: 'broken',
      reason: reasonText('addressInvalid', { address: url.trim().slice(0, MAX_SHOWN).toWellFormed() }),
    }
  }
}

/**
 * @returns the address of the page, and the spelling of it that an app sent or that the file contains, if that is another
 *   text
 */
function addressFields({ givenUrl }: RawRow, { url: whole, sent }: EntryAddress) {
  const url = unwrapAddress(whole)
  const given = sentAddress(givenUrl) ?? sent
  return { url, host: new URL(url).hostname, givenUrl: given === url ? undefined : given }
}

function sentAddress(givenUrl: unknown): string | undefined {
  if (typeof givenUrl !== 'string') return undefined
  try {
    return parseEntryAddress(storableText(givenUrl)).sent
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

type Fields = { readonly [K in keyof ImportRow]?: ImportRow[K] | undefined }

/** @param report called with a sentence for each part of the row that exceeds a limit */
function textFields(raw: RawRow, report: (notice: string) => void): Fields {
  const title = textOf(raw.title, MAX_TITLE)
  return {
    // Several services write the address in place of a missing title.
    title: title === raw.url ? undefined : title,
    linkText: textOf(raw.linkText, MAX_TITLE),
    tags: tagsOf(raw, report),
    note: readNote(raw.note, report),
    content: textOf(raw.content, MAX_CONTENT),
    contentFile: textOf(raw.contentFile, 1000),
    highlightsFile: textOf(raw.highlightsFile, 1000),
    authors: namesOf(raw.authors),
    language: parseLanguage(textOf(raw.language, 100) ?? ''),
    previewPicture: parseWebAddress(raw.previewPicture),
    originUrl: parseOrigin(textOf(raw.originUrl, 8192)),
    uid: /^[\w.-]{8,64}$/.exec(textOf(raw.uid, 65) ?? '')?.[0],
    httpStatus: /^\d{3}$/.exec(textOf(raw.httpStatus, 4) ?? '')?.[0],
    mimetype: oneLineOf(raw.mimetype, 200),
    headers: headersOf(raw.headers),
    annotations: readAnnotations(raw.annotations, report),
    collections: keysOf(raw.collections),
  }
}

function stateFields(raw: RawRow): Fields {
  return {
    isArchived: flagOf(raw.isArchived),
    isStarred: flagOf(raw.isStarred),
    createdAt: savingTimeOf(raw.createdAt),
    progress: shareOf(raw.progress),
    archivedAt: dateOfText(raw.archivedAt),
    starredAt: dateOfText(raw.starredAt),
    publishedAt: publicationDateOf(raw.publishedAt),
    msBeforeImport: raw.msBeforeImport,
  }
}

/** Removes the fields whose value is undefined. */
function withoutUndefined(row: Fields & Pick<ImportRow, 'url' | 'host'>): ImportRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as unknown as ImportRow
}

function textOf(value: unknown, length: number): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return undefined
  return cutText(storableText(text), length).trim() || undefined
}

/** @returns a value for an HTTP header, or undefined if it contains control characters */
function oneLineOf(value: unknown, length: number): string | undefined {
  const text = textOf(value, length)
  return text === undefined || /\p{Cc}/u.test(text) ? undefined : text
}

function flagOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === '1' || value === 'true') return true
  return value === 0 || value === '0' || value === 'false' ? false : undefined
}

/**
 * @returns the labels of the tags and of the folder in lower case. Long labels are cut, and labels beyond the maximum
 *   number are dropped; both are reported.
 */
function tagsOf({ tags, folders }: RawRow, report: (notice: string) => void): string[] | undefined {
  const folder = folders === undefined ? undefined : folderTag(folders.slice(0, MAX_FOLDERS).map(storableText))
  const labels = new Set<string>()
  for (const piece of [...(folder === undefined ? [] : [folder]), ...listOf(tags)]) {
    const whole = piece.toLowerCase().trim()
    if (whole.length > MAX_LABEL) report(reasonText('tagCut', { count: MAX_LABEL }))
    const label = cutText(whole, MAX_LABEL).trim()
    if (label !== '') labels.add(label)
  }
  if (labels.size > MAX_TAGS_PER_ENTRY) report(reasonText('tagsDropped', { count: MAX_TAGS_PER_ENTRY }))
  return labels.size > 0 ? [...labels].slice(0, MAX_TAGS_PER_ENTRY) : undefined
}

/** Maximum number of nested folders that become parts of a tag. The limit on the length of a tag is reached before. */
const MAX_FOLDERS = 200

/** @returns the share of the text that was read, above 0 and at most 1; undefined if nothing was read */
function shareOf(value: unknown): number | undefined {
  const share = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof share === 'number' && share > 0 && share <= 1 ? share : undefined
}

/**
 * Maximum number of collections of one page, and maximum length of a collection's key in characters. Further
 * collections and longer keys are ignored.
 */
const MAX_COLLECTIONS = 100
const MAX_KEY = 100

function keysOf(value: unknown): string[] | undefined {
  const list = Array.isArray(value) ? value.slice(0, MAX_COLLECTIONS) : []
  const keys = list.filter((key): key is string => typeof key === 'string' && key.length <= MAX_KEY)
  return keys.length > 0 ? keys : undefined
}

function namesOf(value: unknown): string[] | undefined {
  const list = Array.isArray(value) ? value : [value]
  const names = list.slice(0, MAX_AUTHORS).flatMap((name) => textOf(name, MAX_NAME) ?? [])
  return names.length > 0 ? names : undefined
}

/** Characters allowed in a header name (RFC 9110, section 5.6.2). */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/

/** @returns the valid headers as JSON, at most 100, with names in lower case */
function headersOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const all = Object.entries(value).slice(0, MAX_HEADERS)
  const texts = all.flatMap(([name, text]): [string, string][] => {
    const value = typeof text === 'string' ? oneLineOf(text, MAX_HEADER) : undefined
    if (value === undefined || name.length > MAX_NAME || !HEADER_NAME.test(name)) return []
    return [[name.toLowerCase(), value]]
  })
  return texts.length > 0 ? JSON.stringify(Object.fromEntries(texts)) : undefined
}

/**
 * @param value a list of texts, a list of objects with a label or name, or a comma-separated text
 * @returns the texts, labels or names
 */
function listOf(value: unknown): string[] {
  const list = (Array.isArray(value) ? value : [value]).slice(0, 1000)
  return list.flatMap((one) => labelOf(one).slice(0, 100_000).split(',')).map((text) => storableText(text).trim())
}

function labelOf(value: unknown): string {
  const text = labelText(value)
  if (text !== undefined) return text
  if (typeof value !== 'object' || value === null) return ''
  const { label, name } = value as { readonly label?: unknown; readonly name?: unknown }
  return labelText(label) ?? labelText(name) ?? ''
}

/**
 * @param url address of a row, trimmed
 * @returns the reason to skip the row; undefined if the address is that of a web page
 */
function skipReason(url: string): ImportReason | undefined {
  const scheme = /^([a-z][a-z-]{1,30}):/i.exec(url)?.[1]
  if (scheme !== undefined) return SKIPPED_SCHEMES.get(scheme.toLowerCase())
  return SHAARLI_NOTE.test(url) ? 'shaarliNote' : undefined
}

function withReason(reason: ImportReason): (scheme: string) => [string, ImportReason] {
  return (scheme) => [scheme, reason]
}
