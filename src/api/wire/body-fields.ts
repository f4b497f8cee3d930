import type { FormFields } from '../../kernel/form-body.ts'

/** @returns text, or a number written as text; undefined for anything else */
export function fieldText(fields: FormFields, name: string): string | undefined {
  const value = fields.get(name)
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}

/** Absent or null: unchanged. `0`, `"0"`, `""`, false: false. Anything else: true (contract 0.4). */
export function fieldFlag(fields: FormFields, name: string): boolean | undefined {
  const value = fields.get(name)
  if (value === undefined || value === null) return undefined
  return value !== 0 && value !== '0' && value !== '' && value !== false
}
