import { AppError } from './errors.ts'
import { storableText } from './plain-text.ts'

/** Named values of a body, whatever its format. A Map, so that no name can be `__proto__`. Values are foreign. */
export type FormFields = ReadonlyMap<string, unknown>

export const NO_FIELDS: FormFields = new Map()

/** Maximum number of form fields; no client sends more than twenty. */
const MAX_FIELDS = 1000

/**
 * @param bytes `application/x-www-form-urlencoded`
 * @returns fields by name; `name[]` and `name[0]` are collected in a list under `name`; all others, such as `_method`,
 *   are single values
 */
export function parseFormBody(bytes: Buffer): FormFields {
  const fields = new Map<string, unknown>()
  let count = 0
  for (const [name, value] of new URLSearchParams(bytes.toString())) {
    if (++count > MAX_FIELDS) throw new AppError('invalid_input', 'too many fields')
    const text = storableText(value)
    addField(fields, name, text)
    keepSent(fields, name, { sent: value, text })
  }
  return fields
}

/** Adds a field like PHP: `name[]` and `name[0]` are collected in a list under `name`. */
export function addField(fields: Map<string, unknown>, name: string, value: string): void {
  const list = /^([^[\]]+)\[\d{0,4}\]$/.exec(name)?.[1]
  const values = fields.get(list ?? name)
  if (list !== undefined && Array.isArray(values)) {
    values.push(value)
    return
  }
  if (values !== undefined) REPEATED.set(fields, [...(REPEATED.get(fields) ?? []), list ?? name])
  fields.set(list ?? name, list === undefined ? value : [value])
}

/** Names that were given more than once, kept beside the fields for `isRepeated`. */
const REPEATED = new WeakMap<FormFields, readonly string[]>()

/** @returns whether a field was given more than once, except as a list; never true for JSON, which hides it */
export function isRepeated(fields: FormFields, name: string): boolean {
  return REPEATED.get(fields)?.includes(name) ?? false
}

/** Original texts of fields that `storableText` changed. */
const SENT = new WeakMap<FormFields, Map<string, string>>()

/** Keeps the original text of a field if it differs from the storable one. */
export function keepSent(
  fields: FormFields,
  name: string,
  { sent, text }: { readonly sent: string; readonly text: string },
): void {
  const known = SENT.get(fields)
  if (sent === text) known?.delete(name)
  else if (known) known.set(name, sent)
  else SENT.set(fields, new Map([[name, sent]]))
}

/**
 * For passwords, which are compared in their original form (security specification, A3).
 * @returns the original text of a field, including characters that no database can store; undefined for a field that is
 *   not text
 */
export function sentText(fields: FormFields, name: string): string | undefined {
  const value = fields.get(name)
  return typeof value === 'string' ? (SENT.get(fields)?.get(name) ?? value) : undefined
}
