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

/** @returns the page of a server that sends no mail */
export function mailOffPage(frame: PageFrame): Html {
  return mailLayout(frame, [html`<div class="setting"><p>${frame.words.t('mail.off')}</p></div>`])
}

function mailLayout(frame: PageFrame, main: readonly Html[]): Html {
  const { t } = frame.words
  return settingsLayout({ frame, title: t('settings.places.mail'), lead: t('mail.lead'), page: 'mail', main })
}
