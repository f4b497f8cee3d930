import { AppError } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'

/** @returns the field as text if it is a text or a number; otherwise undefined */
export function fieldText(fields: FormFields, name: string): string | undefined {
  const value = fields.get(name)
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}

/**
 * @returns undefined if the field is absent or null; false for `0`, `"0"`, `""` and false; true for any other value
 *   (wallabag contract 0.4)
 */
export function fieldFlag(fields: FormFields, name: string): boolean | undefined {
  const value = fields.get(name)
  if (value === undefined || value === null) return undefined
  return value !== 0 && value !== '0' && value !== '' && value !== false
}

/**
 * @param min minimum number of ids
 * @param max maximum number of ids
 * @returns the ids in a field, without duplicates. The field is a list of numbers and texts, or a text of ids separated
 *   by commas.
 * @throws AppError `invalid_input` for any other value, and for too few or too many ids
 */
export function fieldIds(
  fields: FormFields,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number[] {
  const value = fields.get(name)
  const pieces: readonly unknown[] = Array.isArray(value) ? value : (fieldText(fields, name) ?? '').split(',', max + 1)
  const texts = pieces.map((piece) => (typeof piece === 'number' || typeof piece === 'string' ? String(piece) : ''))
  const isValid = texts.length >= min && texts.length <= max && texts.every((text) => /^[1-9]\d{0,14}$/.test(text))
  if (!isValid) {
    throw new AppError('invalid_input', `"${name}" must be a list of ${min} to ${max} ids`)
  }
  return [...new Set(texts.map(Number))]
}
