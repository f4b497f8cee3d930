import { AppError } from './errors.ts'
import { storableText } from './plain-text.ts'

/** Named values of a body, whatever its format. A Map, so that no name can be `__proto__`. Values are foreign. */
export type FormFields = ReadonlyMap<string, unknown>

export const NO_FIELDS: FormFields = new Map()

/** Fields of a form at most; the widest client sends fewer than twenty. */
const MAX_FIELDS = 1000

/**
 * @param bytes `application/x-www-form-urlencoded`
 * @returns fields by name; `name[]` and `name[0]` gather into a list under `name`, `_method` and the rest stand alone
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

/** Adds a field as PHP reads it: `name[]` and `name[0]` gather into a list under `name`. */
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

/** Names that were given more than once, kept beside the fields for the few who ask. */
const REPEATED = new WeakMap<FormFields, readonly string[]>()

/** @returns whether a field was given more than once, lists aside; in JSON nobody can tell */
export function isRepeated(fields: FormFields, name: string): boolean {
  return REPEATED.get(fields)?.includes(name) ?? false
}

/** Texts before they were made storable, where that changed them. */
const SENT = new WeakMap<FormFields, Map<string, string>>()

/** Keeps what a field was before it was made storable, if that is something else. */
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
 * For passwords, which are compared as they were sent (security specification, A3).
 * @returns the text of a field with whatever no database would store; undefined for a field that is none
 */
export function sentText(fields: FormFields, name: string): string | undefined {
  const value = fields.get(name)
  return typeof value === 'string' ? (SENT.get(fields)?.get(name) ?? value) : undefined
}
