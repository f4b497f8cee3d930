import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import type { Identity } from '../../users/identities/identity.repository.ts'
import { dateText } from '../layout/date-text.ts'
import { icon } from '../layout/icon.ts'
import type { PageFrame } from '../layout/layout.ts'
import { reauthenticationForm, type ReauthenticationError } from '../security/reauthentication-form.ts'
import { collapsibleSection } from '../settings/collapsible-section.ts'
import { settingsLayout, settingsSection } from '../settings/settings-layout.ts'

export const IDENTITIES_PATH = '/config/security/identities'

/** The data of the linked accounts on the security page. */
export interface IdentitiesView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly identities: readonly Identity[]
  /** name of the identity provider; undefined if there is none */
  readonly providerName: string | undefined
  readonly needsProof: boolean
  readonly refused?: ReauthenticationError
}

/** @returns the section of the security page with the linked accounts; nothing if there is no provider and no account */
export function identitiesSection(view: IdentitiesView): Child {
  const { frame, csrfToken, identities, providerName, needsProof, refused } = view
  if (providerName === undefined && identities.length === 0) return null
  const { t } = frame.words
  const link = {
    name: 'link',
    action: `${IDENTITIES_PATH}/link`,
    csrfToken,
    fields: needsProof ? (['password'] as const) : [],
    submit: needsProof ? t('passkeys.continue') : t('identities.link', { name: providerName ?? '' }),
    refused,
  }
  const form = reauthenticationForm(link, frame)
  const add = needsProof
    ? collapsibleSection(t('identities.link', { name: providerName ?? '' }), form, refused?.form === 'link')
    : form
  const body = [
    identities.length > 0 && html`<ul class="rows">${identities.map((one) => identityRow(one, view))}</ul>`,
    providerName !== undefined && add,
  ]
  return settingsSection({ id: 'identities', title: t('identities.title'), lead: t('identities.lead'), body })
}

function identityRow(identity: Identity, { frame, csrfToken, needsProof, refused }: IdentitiesView): Html {
  const { words } = frame
  const { t } = words
  const { id, label, issuer, createdAt, lastUsedAt } = identity
  const name = `unlink-${id}`
  const form = reauthenticationForm(
    {
      name,
      action: `${IDENTITIES_PATH}/${id}/unlink`,
      csrfToken,
      fields: needsProof ? ['password'] : [],
      submit: t('identities.unlink'),
      refused,
      isDangerous: true,
    },
    frame,
  )
  return html`
    <li class="row row-top">
      ${icon('link')}
      <div class="row-text">
        <p class="row-name" dir="auto">${label}</p>
        <p class="meta">
          <bdi>${new URL(issuer).host}</bdi>
          <span>${t('identities.since')} ${dateText(new Date(createdAt), words, 'short')}</span>
          ${
            lastUsedAt !== null &&
            html`<span>${t('security.lastUsed')} ${dateText(new Date(lastUsedAt), words, 'short')}</span>`
          }
        </p>
        ${collapsibleSection(t('identities.unlink'), form, refused?.form === name)}
      </div>
    </li>
  `
}

interface ContinueView {
  readonly frame: PageFrame
  readonly providerName: string
  /** address at the provider */
  readonly address: string
}

/**
 * @returns the page with the link to the provider. The content security policy does not let the response to a form lead to
 *   another site.
 */
export function continuePage({ frame, providerName, address }: ContinueView): Html {
  const { t } = frame.words
  const title = t('identities.link', { name: providerName })
  const main = html`
    <section class="setting" aria-label="${title}">
      <p class="form-buttons">
        <a class="button" href="${address}" data-turbo="false">
          ${t('identities.continue', { name: providerName })}
        </a>
        <a class="button-quiet" href="/config/security#identities">${t('passkeys.cancel')}</a>
      </p>
    </section>
  `
  return settingsLayout({ frame, title, lead: t('identities.linkLead'), page: 'security', main })
}
