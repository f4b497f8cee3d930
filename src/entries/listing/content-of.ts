import type { LoadedEntry } from './load-entries.ts'

/** @returns the HTML of an entry that was loaded with its content; empty if it has none */
export function contentOf({ content }: Pick<LoadedEntry, 'content'>): string {
  return content ? (JSON.parse(Buffer.from(content).toString()) as string) : ''
}
