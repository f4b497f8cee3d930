import type { FormFields } from '../../kernel/form-body.ts'

/** @returns the field as text, if it is a text or a number; else undefined */
export function fieldText(fields: FormFields, name: string): string | undefined {
  const value = fields.get(name)
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}

/**
 * @returns undefined if the field is absent or null; false for `0`, `"0"`, `""` and false; true for any other value
 *   (contract 0.4)
 */
export function fieldFlag(fields: FormFields, name: string): boolean | undefined {
  const value = fields.get(name)
  if (value === undefined || value === null) return undefined
  return value !== 0 && value !== '0' && value !== '' && value !== false
}
