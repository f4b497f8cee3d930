import { parseReason } from '../../imports/import-failure-reasons.ts'
import type { Localization } from '../layout/localization.ts'

/**
 * @returns the stored reasons of a row or of an import, in the viewer's language. A reason that this version of Dogear does
 *   not know stays unchanged.
 */
export function reasonInWords(text: string, t: Localization['t']): string {
  const lines = text.split('\n').map((sentence) => sentenceInWords(sentence, t))
  return lines.join(' ')
}

function sentenceInWords(text: string, t: Localization['t']): string {
  const found = parseReason(text)
  if (!found) return text
  const { count, ...values } = found.values
  const given = count === undefined ? values : { ...values, count: Number(count) }
  // The values come from the stored sentence, so their names are those of the message, but only at run time.
  return t(`import.reasons.${found.reason}`, ...([given] as unknown as []))
}
