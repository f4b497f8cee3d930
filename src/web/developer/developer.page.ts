import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { dateText } from '../layout/date-text.ts'
import { clientFacts } from './developer-client-facts.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsLayout } from '../settings/settings-layout.ts'
import type { Localization } from '../layout/localization.ts'

export interface DeveloperClientView {
  readonly id: number
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUris: readonly string[]
  readonly grantTypes: readonly string[]
  /** time when the client last received a token, accurate to an hour; null if it never did */
  readonly lastUsedAt: string | null
  readonly hasCompleteAnswers: boolean
}

interface DeveloperView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly clients: readonly DeveloperClientView[]
}

/**
 * @returns the page that lists the user's clients. Apps and extensions parse it, so its classes, tags and order follow
 *   section 10 of the wallabag contract.
 */
export function developerPage({ frame, csrfToken, clients }: DeveloperView): Html {
  const { t } = frame.words
  const main = html`
    <p><a class="button" href="/developer/client/create">${t('clients.create')}</a></p>
    ${clients.length === 0 && html`<p class="empty-note">${t('clients.empty')}</p>`}
    <div class="clients">${clients.map((client) => clientItem(client, csrfToken, frame.words))}</div>
  `
  return settingsLayout({
    frame,
    title: t('clients.title'),
    lead: t('clients.lead'),
    page: 'clients',
    current: 'clients',
    main,
  })
}

/**
 * @returns one client of the list. Apps parse it: the heading must be plain text that ends in ` - #id`. The Android app
 *   requires that no value is empty.
 */
function clientItem(client: DeveloperClientView, csrfToken: string, words: Localization): Html {
  const { t } = words
  const facts = [
    { label: t('clients.clientId'), value: client.clientId, isCopied: true },
    { label: t('clients.clientSecret'), value: client.clientSecret, isCopied: true },
    { label: t('clients.redirectUris'), value: client.redirectUris.join(', ') || t('clients.none'), isCopied: false },
    { label: t('clients.grantTypes'), value: client.grantTypes.join(', ') || t('clients.none'), isCopied: false },
  ]
  const used =
    client.lastUsedAt === null
      ? html`<span>${t('security.neverUsed')}</span>`
      : html`<span>${t('security.lastUsed')} ${dateText(new Date(client.lastUsedAt), words, 'short')}</span>`
  return html`
    <section class="client" aria-label="${client.name}">
      <div class="collapsible-header">${client.name} - #${client.id}</div>
      <div class="collapsible-body">
        <p class="meta">${used}</p>
        ${clientFacts(facts, t)}
        <div class="client-actions">
          <a class="button-quiet" href="/developer/client/${client.id}">
            ${t('clients.details')}
            <span class="unseen">: ${client.name}</span>
          </a>
          <form action="/developer/client/delete/${client.id}" method="post">
            <input type="hidden" name="token" value="${csrfToken}" />
            <button class="button-quiet button-danger">
              ${t('clients.delete')}
              <span class="unseen">: ${client.name}</span>
            </button>
          </form>
        </div>
      </div>
    </section>
  `
}
