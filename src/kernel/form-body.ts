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
    addField(fields, name, storableText(value))
  }
  return fields
}

/** Adds a field as PHP reads it: `name[]` and `name[0]` gather into a list under `name`. */
export function addField(fields: Map<string, unknown>, name: string, value: string): void {
  const list = /^([^[\]]+)\[\d{0,4}\]$/.exec(name)?.[1]
  if (list === undefined) {
    fields.set(name, value)
    return
  }
  const values = fields.get(list)
  if (Array.isArray(values)) values.push(value)
  else fields.set(list, [value])
}
