import { html, type Html } from '../../kernel/html.ts'
import type { Quota, QuotaUsage } from '../../users/quota/quota.ts'
import type { Localization } from '../layout/localization.ts'
import { sizeText } from '../layout/size-text.ts'
import { settingsSection } from './settings-layout.ts'

/** The limits of an account, and what the account uses of them. */
export interface Limits {
  readonly quota: Quota
  readonly usage: QuotaUsage
}

/** @returns the limits that an administrator has set for the viewer, with the present use; nothing if there are none */
export function limitsSection({ quota, usage }: Limits, t: Localization['t']): Html | false {
  const { entries, bytes, savesPerDay } = quota
  const lines = [
    entries !== null && t('config.limits.entries', { used: usage.entries, limit: entries }),
    bytes !== null && t('config.limits.bytes', { used: sizeText(usage.bytes, t), limit: sizeText(bytes, t) }),
    savesPerDay !== null && t('config.limits.saves', { used: usage.savesToday, limit: savesPerDay }),
  ].filter((line) => line !== false)
  if (lines.length === 0) return false
  const body = html`
    <ul class="rows">
      ${lines.map((line) => html`<li class="row">${line}</li>`)}
    </ul>
  `
  return settingsSection({ id: 'limits', title: t('config.limits.title'), lead: t('config.limits.lead'), body })
}
