import { MAX_NOTE } from './entry.ts'

/**
 * @returns two notes about the same page as one note, with an empty line between them, or only one of them if it contains
 *   the other as whole paragraphs; empty if there is none; undefined if both together are longer than a note may be
 */
export function joinNotes(older: string | null, newer: string | null): string | undefined {
  const [first, second] = [older ?? '', newer ?? '']
  if (second === '' || hasParagraphs(first, second)) return first
  if (first === '' || hasParagraphs(second, first)) return second
  const joined = `${first}\n\n${second}`
  return joined.length > MAX_NOTE ? undefined : joined
}

/** @returns true if the note contains the other one, and empty lines or nothing before and after it */
export function hasParagraphs(note: string, other: string): boolean {
  return `\n\n${note}\n\n`.includes(`\n\n${other}\n\n`)
}
