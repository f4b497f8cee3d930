import type { EntryInput } from '../entries/changing/entry-input.ts'
import { MAX_NOTE } from '../entries/entry.ts'
import { parseAbsoluteAddress, type EntryAddress } from '../entries/saving/entry-address.ts'
import { isJsonObject } from '../kernel/json.ts'
import { storableText } from '../kernel/storable-text.ts'
import { LinkdingError } from './linkding-error.ts'
import { parseTagLabels } from '../tags/tag.ts'

/** Limits of linkding's fields. */
const MAX_TITLE = 512

/** The reasons for refusing each field, as linkding's API sends them. */
type Reasons = Record<string, unknown>

/** The fields of a bookmark in a request. */
interface BookmarkFields {
  /** absent only in a change */
  readonly address?: EntryAddress
  readonly input: EntryInput
}

/**
 * Parses the body of a request that saves or changes a bookmark. Ignores `unread`, `shared` and the dates, which have no
 * equal here, and `description` if there are notes (docs/apps/linkding.md).
 * @param needsUrl true if the address is required
 * @throws LinkdingError 400 with the reasons for each refused field
 */
export function parseBookmark(body: unknown, { needsUrl }: { readonly needsUrl: boolean }): BookmarkFields {
  if (Array.isArray(body)) {
    const text = 'Invalid data. Expected a dictionary, but got list.'
    throw new LinkdingError(400, { non_field_errors: [text] })
  }
  const fields = isJsonObject(body) ? body : {}
  const reasons: Reasons = {}
  const address = urlIn(fields, reasons, needsUrl)
  const title = textIn(fields, reasons, { name: 'title', most: MAX_TITLE })
  const description = textIn(fields, reasons, { name: 'description', most: MAX_NOTE })
  const notes = textIn(fields, reasons, { name: 'notes', most: MAX_NOTE })
  const tags = tagsIn(fields, reasons)
  const isArchived = flagIn(fields, reasons, 'is_archived')
  flagIn(fields, reasons, 'unread')
  flagIn(fields, reasons, 'shared')
  timeIn(fields, reasons, 'date_added')
  timeIn(fields, reasons, 'date_modified')
  if (Object.keys(reasons).length > 0) throw new LinkdingError(400, reasons)
  const note = notes || description || notes
  return {
    ...(address && { address }),
    input: {
      ...(title && { title }),
      ...(note !== undefined && { note }),
      ...(tags && { tags }),
      ...(isArchived !== undefined && { isArchived }),
    },
  }
}

type Fields = Readonly<Record<string, unknown>>

function urlIn(fields: Fields, reasons: Reasons, isNeeded: boolean): EntryAddress | undefined {
  if (fields['url'] === undefined && isNeeded) reasons['url'] = ['This field is required.']
  const text = textIn(fields, reasons, { name: 'url', most: 2048 })
  if (text === '') reasons['url'] = ['This field may not be blank.']
  if (!text || reasons['url'] !== undefined) return undefined
  try {
    return parseAbsoluteAddress(text)
  } catch {
    reasons['url'] = ['Enter a valid URL.']
    return undefined
  }
}

function textIn(
  fields: Fields,
  reasons: Reasons,
  { name, most }: { readonly name: string; readonly most: number },
): string | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  const reason = refusalOf(value, most)
  if (reason !== undefined) reasons[name] = [reason]
  return typeof value === 'string' ? storableText(value).trim() : undefined
}

function refusalOf(value: unknown, most: number): string | undefined {
  if (value === null) return 'This field may not be null.'
  if (typeof value !== 'string') return 'Not a valid string.'
  if (value.includes('\0')) return 'Null characters are not allowed.'
  return value.length > most ? `Ensure this field has no more than ${most} characters.` : undefined
}

function flagIn(fields: Fields, reasons: Reasons, name: string): boolean | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  if (value === true || value === false) return value
  if (value === 'true' || value === 'false') return value === 'true'
  reasons[name] = [value === null ? 'This field may not be null.' : 'Must be a valid boolean.']
  return undefined
}

function timeIn(fields: Fields, reasons: Reasons, name: string): void {
  const value = fields[name]
  if (value === undefined || value === null) return
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))
  if (!isTime) reasons[name] = ['Datetime has wrong format.']
}

function tagsIn(fields: Fields, reasons: Reasons): string[] | undefined {
  const value = fields['tag_names']
  if (value === undefined) return undefined
  if (value === null) reasons['tag_names'] = ['This field may not be null.']
  else if (!Array.isArray(value)) reasons['tag_names'] = ['Expected a list of items.']
  else {
    const refused = (value as unknown[]).flatMap((one, index) => {
      const reason = typeof one === 'number' ? undefined : refusalOf(one, 250)
      const why = one === '' ? 'This field may not be blank.' : reason
      return why === undefined ? [] : [[String(index), [why]] as const]
    })
    if (refused.length > 0) reasons['tag_names'] = Object.fromEntries(refused)
    else return parseTagLabels(value)
  }
  return undefined
}
