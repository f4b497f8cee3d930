import { parseReason } from '../../imports/import-failure-reasons.ts'
import type { Localization } from '../layout/localization.ts'

/**
 * @returns a stored failure reason of an import, in the viewer's language. If this version of Dogear does not know the
 *   reason, returns it unchanged.
 */
export function reasonInWords(text: string, t: Localization['t']): string {
  const found = parseReason(text)
  if (!found) return text
  const { count, ...values } = found.values
  return t(`import.reasons.${found.reason}`, count === undefined ? values : { ...values, count: Number(count) })
}
