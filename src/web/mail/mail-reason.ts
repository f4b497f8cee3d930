import type { DeliveryReason } from '../../mail/delivery.ts'
import type { Localization } from '../layout/localization.ts'

/** @returns the sentence for the reason why something was not sent, with what the mail server answered */
export function reasonText(reason: DeliveryReason, detail: string | null, t: Localization['t']): string {
  const sentence = t(`mail.reasons.${reason}`)
  return detail === null || detail === '' ? sentence : `${sentence} (${detail})`
}
