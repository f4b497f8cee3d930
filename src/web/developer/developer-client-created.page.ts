import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { curlTour } from './curl-examples.ts'
import { clientFacts, phoneSection, type PhoneView } from './developer-client-facts.ts'
import type { PageFrame } from '../layout/layout.ts'
import { copyableText } from '../layout/copyable-text.ts'
import { settingsLayout, settingsSection } from '../settings/settings-layout.ts'

interface DeveloperClientCreatedView {
  readonly frame: PageFrame
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  readonly username: string
  /** public address of this server */
  readonly baseUrl: string
  readonly phone: PhoneView
}

/**
 * @returns the page that follows the creation of a client. It shows example commands, and the name, the id and the
 *   secret. Each of these is in `strong > code`, where apps look for it (wallabag contract, section 10).
 */
export function developerClientCreatedPage(view: DeveloperClientCreatedView): Html {
  const { frame, name, clientId, clientSecret, baseUrl, phone } = view
  const { t } = frame.words
  const facts = [
    { label: t('client-created.name'), value: name, isCopied: false },
    { label: t('client-created.clientId'), value: clientId, isCopied: true },
    { label: t('client-created.clientSecret'), value: clientSecret, isCopied: true },
  ]
  const server = html`<dt>${t('client-created.server')}</dt><dd>${copyableText(baseUrl, t)}</dd>`
  const tour = html`
    <ol class="tour-steps">
      ${curlTour(view, t).map(
        ({ title, command }) => html`
          <li>
            <p>${title}</p>
            <pre tabindex="0"><code>${command}</code></pre>
          </li>
        `,
      )}
    </ol>
  `
  const main = html`
    <div class="setting">
      ${clientFacts(facts, t, server)}
      <p><a class="button button-plain" href="/developer">${t('client-created.back')}</a></p>
    </div>
    ${phoneSection(phone, t)}
    ${settingsSection({ id: 'tour', title: t('client-created.tour'), lead: t('client-created.tourLead'), body: tour })}
  `
  const title = t('client-created.title')
  return settingsLayout({ frame, title, lead: t('client-created.lead'), page: 'clients', current: 'clients', main })
}
