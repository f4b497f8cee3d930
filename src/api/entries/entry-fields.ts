import { MAX_AUTHOR, MAX_AUTHORS, MAX_TITLE } from '../../entries/entry.ts'
import { parseWebAddress } from '../../entries/saving/entry-address.ts'
import { type EntryInput, parseLanguage, parseOrigin } from '../../entries/changing/entry-input.ts'
import { cutText } from '../../kernel/storable-text.ts'
import { parseTagLabels } from '../../tags/tag.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { fieldFlag, fieldText } from '../wire/body-fields.ts'
import { readDateText } from '../wire/parse-date.ts'

/**
 * Parses the fields of a request that saves or changes an entry (wallabag contract 2.3). Ignores unknown fields, empty
 * texts, and invalid values of `language`, `preview_picture` and `published_at`.
 * @throws AppError `invalid_input` for too many tags or a tag that is too long
 */
export function parseEntryFields(fields: FormFields): EntryInput {
  const labels = parseTagLabels(fields.get('tags'))
  return withoutUndefined({
    title: shortened(nonEmpty(fields, 'title'), MAX_TITLE),
    content: nonEmpty(fields, 'content'),
    language: parseLanguage(fieldText(fields, 'language') ?? ''),
    previewPicture: parseWebAddress(fields.get('preview_picture')),
    publishedAt: parseDate(fields.get('published_at')),
    authors: parseAuthors(fields.get('authors')),
    originUrl: parseOrigin(shortened(nonEmpty(fields, 'origin_url'), 8192)),
    tags: labels.length > 0 ? labels : undefined,
    isArchived: fieldFlag(fields, 'archive'),
    isStarred: fieldFlag(fields, 'starred'),
    isPublic: fieldFlag(fields, 'public'),
    // Clients of wallabag do not know notes; `POST /api/sync` sets them.
    note: undefined,
  })
}

type Optional<T> = { readonly [K in keyof T]: T[K] | undefined }

/** Removes members whose value is undefined. */
function withoutUndefined(input: Required<Optional<EntryInput>>): EntryInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as EntryInput
}

function nonEmpty(fields: FormFields, name: string): string | undefined {
  return fieldText(fields, name) || undefined
}

function shortened(text: string | undefined, length: number): string | undefined {
  return text === undefined ? undefined : cutText(text, length)
}

/** @param value names separated by commas. The white space around them is part of the names (wallabag contract 0.4). */
function parseAuthors(value: unknown): string[] | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  return value
    .split(',')
    .slice(0, MAX_AUTHORS)
    .map((name) => cutText(name, MAX_AUTHOR))
}

/**
 * @param value Unix seconds as a number or as digits, or a date in a common format (wallabag contract 0.4). A date
 *   without an offset is in UTC.
 * @returns ISO text in UTC; undefined if the date is invalid or outside the years 1000 to 9999
 */
function parseDate(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.length > 100) return undefined
  const trimmed = text.trim()
  const time = /^-?\d{1,12}$/.test(trimmed) ? Number(trimmed) * 1000 : readDateText(trimmed)
  if (time === undefined) return undefined
  const date = new Date(time)
  const isSane = date.getUTCFullYear() >= 1000 && date.getUTCFullYear() <= 9999
  return isSane ? date.toISOString() : undefined
}
