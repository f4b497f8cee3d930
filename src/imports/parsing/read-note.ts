import { MAX_NOTE } from '../../entries/entry.ts'
import { hasParagraphs } from '../../entries/join-notes.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import { reasonText } from '../import-failure-reasons.ts'

/**
 * @param value a text, or a list of texts from several fields of the file, such as a note and a description
 * @param report called with a sentence if the text is too long for a note and is cut
 * @returns the texts with an empty line between them; a text that another one contains as whole paragraphs is left
 *   out. Undefined if there is none.
 */
export function readNote(value: unknown, report: (notice: string) => void): string | undefined {
  const parts = (Array.isArray(value) ? value : [value]).flatMap((part) => textOf(part) ?? [])
  const distinct = parts.filter((part, index) => !parts.some((other, at) => isCoveredBy(part, other, at < index)))
  const note = distinct.join('\n\n')
  if (note.length > MAX_NOTE) report(reasonText('noteCut', { count: MAX_NOTE }))
  return cutText(note, MAX_NOTE).trim() || undefined
}

function isCoveredBy(part: string, other: string, isLater: boolean): boolean {
  return part === other ? isLater : hasParagraphs(other, part)
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return storableText(value).replaceAll(/\r\n?/g, '\n').trim() || undefined
}
