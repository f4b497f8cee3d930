import { html, type Html } from '../../kernel/html.ts'
import type { Delivery } from '../../mail/delivery.ts'
import type { Digest } from '../../mail/digests/digest.ts'
import type { MailAddress } from '../../mail/mail-address.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsLayout } from '../settings/settings-layout.ts'
import { addressesSection, type AddressForm } from './addresses-section.ts'
import { deliveriesSection } from './deliveries-section.ts'
import { digestsSection, type DigestForm } from './digests-section.ts'

interface MailView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** address that mails come from */
  readonly from: string
  readonly addresses: readonly MailAddress[]
  readonly digests: readonly Digest[]
  readonly deliveries: readonly Delivery[]
  /** the user's time zone */
  readonly timeZone: string
  readonly addressForm: AddressForm
  readonly digestForm: DigestForm
}

/** @returns the settings page for sending by e-mail: addresses, digests and the latest deliveries */
export function mailPage(view: MailView): Html {
  const main = [addressesSection(view), digestsSection(view), deliveriesSection(view)]
  return mailLayout(view.frame, main)
}

/** Path of the documentation for operators in the source of Dogear. */
const DOCUMENTATION = 'docs/apps/send-by-mail.md'
const EXAMPLE = `DOGEAR_SMTP_URL=smtps://user:password@mail.example.org
DOGEAR_MAIL_FROM=dogear@example.org`

/**
 * @returns the page of a server that sends no mail. Administrators learn how to change that, and other users whom to
 *   ask.
 */
export function mailOffPage(frame: PageFrame): Html {
  const { t } = frame.words
  const steps = html`
    <p>${t('mail.off.operator')}</p>
    <pre tabindex="0"><code>${EXAMPLE}</code></pre>
    <p class="meta">${t('mail.off.docs', { file: DOCUMENTATION })}</p>
  `
  return mailLayout(frame, [
    html`
      <div class="setting">
        ${frame.viewer?.isAdmin ? steps : html`<p>${t('mail.off.user')}</p>`}
        <p>${t('mail.off.meanwhile')} <a href="/connect">${t('frame.places.clients')}</a></p>
      </div>
    `,
  ])
}

function mailLayout(frame: PageFrame, main: readonly Html[]): Html {
  const { t } = frame.words
  return settingsLayout({ frame, title: t('settings.places.mail'), lead: t('mail.lead'), page: 'mail', main })
}
