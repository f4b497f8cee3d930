import { AppError } from './errors.ts'
import { storableText } from './storable-text.ts'

/**
 * Fields of a request body in any format, by name. It is a Map because a field may be named `__proto__`. The values are
 * untrusted.
 */
export type FormFields = ReadonlyMap<string, unknown>

export const NO_FIELDS: FormFields = new Map()

/** Maximum number of form fields. A body with more is rejected; no client sends more than twenty. */
const MAX_FIELDS = 1000

/**
 * @param bytes a body of the type `application/x-www-form-urlencoded`
 * @returns fields by name. The values of `name[]` and `name[0]` become a list under `name`. All other fields, such as
 *   `_method`, have a single value.
 * @throws AppError `invalid_input` for more than 1000 fields
 */
export function parseFormBody(bytes: Buffer): FormFields {
  const fields = new Map<string, unknown>()
  let count = 0
  for (const [name, value] of new URLSearchParams(bytes.toString())) {
    if (++count > MAX_FIELDS) throw new AppError('invalid_input', 'too many fields')
    const text = storableText(value)
    addField(fields, name, text)
    rememberSent(fields, name, { sent: value, text })
  }
  return fields
}

/** Adds a field as PHP does: the values of `name[]` and `name[0]` become a list under `name`. */
export function addField(fields: Map<string, unknown>, name: string, value: string): void {
  const list = /^([^[\]]+)\[\d{0,4}\]$/.exec(name)?.[1]
  const values = fields.get(list ?? name)
  if (list !== undefined && Array.isArray(values)) {
    values.push(value)
    return
  }
  if (values !== undefined) REPEATED_FIELDS.set(fields, [...(REPEATED_FIELDS.get(fields) ?? []), list ?? name])
  fields.set(list ?? name, list === undefined ? value : [value])
}

/** Names of the fields that a body contains more than once, for `isRepeated`. */
const REPEATED_FIELDS = new WeakMap<FormFields, readonly string[]>()

/**
 * @returns true if the body contains a field more than once. Lists such as `name[]` do not count. Always false for
 *   JSON, because its parser keeps only the last value of a name.
 */
export function isRepeated(fields: FormFields, name: string): boolean {
  return REPEATED_FIELDS.get(fields)?.includes(name) ?? false
}

/** Original texts of the fields that were changed so that databases can store them. */
const SENT_TEXTS = new WeakMap<FormFields, Map<string, string>>()

/** Remembers the original text of a field (`sent`) if it differs from the text that databases can store. */
export function rememberSent(
  fields: FormFields,
  name: string,
  { sent, text }: { readonly sent: string; readonly text: string },
): void {
  const known = SENT_TEXTS.get(fields)
  if (sent === text) known?.delete(name)
  else if (known) known.set(name, sent)
  else SENT_TEXTS.set(fields, new Map([[name, sent]]))
}

/**
 * @returns the original text of a field, including characters that databases cannot store; undefined if there is no
 *   such field or its value is not text. Passwords are compared in this form (security specification, A3).
 */
export function sentText(fields: FormFields, name: string): string | undefined {
  const value = fields.get(name)
  return typeof value === 'string' ? (SENT_TEXTS.get(fields)?.get(name) ?? value) : undefined
}
