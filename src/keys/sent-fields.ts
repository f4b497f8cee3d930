import { parseJsonObject } from '../kernel/json.ts'
import { AppError } from '../kernel/errors.ts'
import { storableText } from '../kernel/storable-text.ts'
import type { InterfaceRequest } from './deferred-interface.ts'

/** The fields of a request: those of its address, and those of its body, which may be a form or JSON. */
export type SentFields = ReadonlyMap<string, unknown>

/** @throws AppError `invalid_input` for a body that is neither */
export function sentFields({ query, request }: InterfaceRequest): SentFields {
  const { body, headers } = request
  const text = typeof body === 'string' ? body.trim() : ''
  const isJson = /\bjson\b/i.test(headers['content-type'] ?? '') || text.startsWith('{')
  const inBody = isJson && text !== '' ? jsonFields(text) : [...new URLSearchParams(text)]
  return new Map<string, unknown>([...query, ...inBody])
}

function jsonFields(text: string): [string, unknown][] {
  const fields = parseJsonObject(text)
  if (!fields) throw new AppError('invalid_input', 'The body must be a form or a JSON object.')
  return Object.entries(fields)
}

/** @returns the text of a field without white space around it; undefined if it is missing or empty */
export function textIn(fields: SentFields, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields.get(name)
    const text = typeof value === 'string' || typeof value === 'number' ? storableText(String(value)).trim() : ''
    if (text !== '') return text
  }
  return undefined
}

/** @returns the key in the header `Authorization: Bearer` or `Token` */
export function headerKey({ request }: InterfaceRequest): string | undefined {
  return /^(?:bearer|token)\s+(\S{1,200})\s*$/i.exec(request.headers.authorization ?? '')?.[1]
}
