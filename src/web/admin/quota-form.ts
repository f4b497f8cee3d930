import { html, type Html } from '../../kernel/html.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { sentText } from '../../kernel/form-body.ts'
import type { Quota } from '../../users/quota/quota.ts'
import { formField } from '../forms/form-field.ts'
import type { Localization } from '../layout/localization.ts'
import { sizeText } from '../layout/size-text.ts'
import type { Limits } from '../settings/limits-section.ts'

const MEGABYTE = 1_000_000
/** Matches the numbers of a form, which are at most a billion. */
const NUMBER = /^\d{1,9}$/

/** The fields of the form, with the values that an administrator has sent. */
export type SentQuota = Readonly<Record<'entries' | 'megabytes' | 'saves', string>>

interface QuotaForm {
  readonly action: string
  readonly csrfToken: string
  readonly limits: Limits
  /** values that were refused, because one is not a number */
  readonly refused?: SentQuota
}

/** @returns the form with the limits of an account */
export function quotaForm({ action, csrfToken, limits, refused }: QuotaForm, t: Localization['t']): Html {
  const { quota, usage } = limits
  const sent = refused ?? {
    entries: String(quota.entries ?? ''),
    megabytes: quota.bytes === null ? '' : String(Math.round(quota.bytes / MEGABYTE)),
    saves: String(quota.savesPerDay ?? ''),
  }
  const used = {
    entries: String(usage.entries),
    megabytes: sizeText(usage.bytes, t),
    saves: String(usage.savesToday),
  }
  const field = (name: keyof SentQuota) =>
    formField({
      id: `quota-${name}`,
      name,
      label: t(`admin.user.quota.${name}`),
      type: 'text',
      autocomplete: 'off',
      value: sent[name],
      hint: t('admin.user.quota.used', { used: used[name] }),
      ...(!isLimit(sent[name]) && { error: t('admin.user.quota.wrong') }),
    })
  return html`
    <form class="form" action="${action}" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      ${field('entries')}${field('megabytes')}${field('saves')}
      <button class="button button-plain">${t('admin.user.quota.submit')}</button>
    </form>
  `
}

function isLimit(text: string): boolean {
  return text === '' || NUMBER.test(text)
}

/** @returns the values of the form; as numbers if all are valid */
export function readQuotaForm(fields: FormFields): { readonly sent: SentQuota; readonly quota?: Quota } {
  const read = (name: keyof SentQuota) => (sentText(fields, name) ?? '').trim()
  const sent = { entries: read('entries'), megabytes: read('megabytes'), saves: read('saves') }
  if (!Object.values(sent).every(isLimit)) return { sent }
  const quota = {
    entries: numberOrNull(sent.entries),
    bytes: numberOrNull(sent.megabytes, MEGABYTE),
    savesPerDay: numberOrNull(sent.saves),
  }
  return { sent, quota }
}

function numberOrNull(text: string, unit = 1): number | null {
  return text === '' ? null : Number(text) * unit
}
