import type { RawRow } from '../../import-row.ts'
import type { ImportFormat, JsonItem } from '../../parsing/row-parser.ts'
import { FIELD_NAMES, plainName, readFields, type Cells, type Field } from './named-columns.ts'

/** Matches the start of a file with a member that contains an address, or of a list of addresses. */
export const NAMES_ADDRESS_MEMBERS =
  /"(?:urls?|links?|href|address|uri|website|(?:page|article|bookmark)_?url)"\s*:\s*\[?\s*"|^\s*\[\s*"https?:/i

/**
 * A list of objects with an address each, such as the export of a program that has no format of its own here. The list is the
 * outermost value or a member of it. The members of an object have the names of the columns of a table
 * (`named-columns.ts`), and may be in any order; tags may be texts, or objects with a name. Objects without a member for the
 * address, such as those of a list of tags, are no pages. A list of addresses without anything else has this format too.
 */
export const namedMembers: ImportFormat = {
  kind: 'json',
  itemsIn: 'top',
  // The object around the list may have a title.
  browserFolders: 1,
  readText: (text) => ({ url: text }),
  read: readMembers,
}

/** @returns the row of an object; undefined if it has no member for the address */
export function readMembers(item: JsonItem): RawRow | undefined {
  const fields = cellsOf(item)
  if (!fields.hasAddress) return undefined
  const [tags, authors, highlights] = [listIn(item, 'tags'), listIn(item, 'authors'), listIn(item, 'highlights')]
  return {
    ...readFields(fields, 'unknown'),
    ...(tags && { tags: tags.flatMap(textsOf) }),
    ...(authors && { authors: authors.flatMap(textsOf) }),
    ...(highlights && { annotations: highlights.map(highlightOf) }),
  }
}

function cellsOf(item: JsonItem): Cells & { readonly hasAddress: boolean } {
  const members = Object.entries(item).map(([key, value]) => ({ name: plainName(key), value }))
  const named = (field: Field) => FIELD_NAMES[field].flatMap((name) => members.filter((member) => member.name === name))
  const all: Cells['all'] = (field) =>
    named(field)
      .flatMap(({ value }) => textsOf(value))
      .filter((text) => text.trim() !== '')
  return { all, first: (field) => all(field)[0] ?? '', hasAddress: named('url').length > 0 }
}

/** @returns the value of the first member of a field that is a list; undefined if there is none */
function listIn(item: JsonItem, field: Field): readonly unknown[] | undefined {
  const names: readonly string[] = FIELD_NAMES[field]
  const found = Object.entries(item).find(([key, value]) => names.includes(plainName(key)) && Array.isArray(value))
  return found?.[1] as readonly unknown[] | undefined
}

/** @returns the texts of a value: itself, those of a list, or the name of an object */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  if (Array.isArray(value)) return value.flatMap((one) => (Array.isArray(one) ? [] : textsOf(one)))
  if (typeof value !== 'object' || value === null) return []
  const { name, label, title, url } = value as JsonItem
  const texts = [name, label, title, url, nameOfReference(value as JsonItem), dayOfReference(value as JsonItem)]
  return texts.filter((one) => typeof one === 'string').slice(0, 1)
}

/** @returns the name of a person in the JSON of reference managers (CSL-JSON, "Names"), as it is written in a sentence */
function nameOfReference({ given, family, literal }: JsonItem): unknown {
  if (typeof family !== 'string') return literal
  return typeof given === 'string' ? `${given} ${family}` : family
}

/** @returns the day that starts a date in the JSON of reference managers (CSL-JSON, "Dates"); undefined without a day */
function dayOfReference({ 'date-parts': parts }: JsonItem): string | undefined {
  const [first] = Array.isArray(parts) ? (parts as unknown[]) : []
  return Array.isArray(first) && first.length === 3 ? first.map(String).join('-') : undefined
}

function highlightOf(value: unknown) {
  if (typeof value !== 'object' || value === null) return { quote: value }
  const { quote, text, content, highlight, note, comment, color, created, created_at, createdAt } = value as JsonItem
  return {
    quote: quote ?? highlight ?? text ?? content,
    text: note ?? comment,
    color,
    created_at: created_at ?? createdAt ?? created,
  }
}
