import type { Entry } from './entry.ts'

/** @returns the names of an entry's authors, trimmed, without empty ones */
export function authorsOf({ publishedBy }: Pick<Entry, 'publishedBy'>): string[] {
  const names = JSON.parse(publishedBy ?? '[]') as unknown
  if (!Array.isArray(names)) return []
  return names.flatMap((name) => (typeof name === 'string' && name.trim() !== '' ? name.trim() : []))
}
