import { MAX_NOTE } from './entry.ts'

/**
 * @returns the notes of two entries of the same page as one note, with an empty line between them, or only one of them if
 *   it contains the other; empty if there is none; undefined if both together are longer than a note may be
 */
export function joinNotes(older: string | null, newer: string | null): string | undefined {
  const [first, second] = [older ?? '', newer ?? '']
  if (second === '' || first.includes(second)) return first
  if (first === '' || second.includes(first)) return second
  const joined = `${first}\n\n${second}`
  return joined.length > MAX_NOTE ? undefined : joined
}
