import { AppError } from '../kernel/errors.ts'
import { storableText } from '../kernel/storable-text.ts'
import { MAX_NOTE } from './entry.ts'

/**
 * @param value text of a form or of an operation. Browsers send CRLF for line breaks in forms (HTML, "constructing the
 *   entry list"); they are stored as LF.
 * @returns the note as it is stored; empty if there is none
 * @throws AppError `invalid_input` if it is longer than `MAX_NOTE`
 */
export function parseNote(value: string): string {
  const text = storableText(value).replaceAll(/\r\n?/g, '\n').trim()
  if (text.length > MAX_NOTE) throw new AppError('invalid_input', `a note has at most ${MAX_NOTE} characters`)
  return text
}
