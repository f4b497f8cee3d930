import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { dateText } from '../layout/date-text.ts'
import { clientFacts } from './developer-client-facts.ts'
import { completeAnswersBox } from './complete-answers-checkbox.ts'
import type { DeveloperClientView } from './developer.page.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsLayout, settingsSection } from '../settings/settings-layout.ts'

interface DeveloperClientPageView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly client: DeveloperClientView
  readonly username: string
  /** public address of this server */
  readonly baseUrl: string
}

/**
 * @returns the page of one client. It shows the values to paste into an app.
 */
export function developerClientPage({ frame, csrfToken, client, username, baseUrl }: DeveloperClientPageView): Html {
  const { words } = frame
  const { t } = words
  const facts = [
    { label: t('client-created.server'), value: baseUrl, isCopied: true },
    { label: t('clients.clientId'), value: client.clientId, isCopied: true },
    { label: t('clients.clientSecret'), value: client.clientSecret, isCopied: true },
    { label: t('login.username'), value: username, isCopied: true },
  ]
  const used =
    client.lastUsedAt === null
      ? t('security.neverUsed')
      : html`${t('security.lastUsed')} ${dateText(new Date(client.lastUsedAt), words, 'short')}`
  const deletion = html`
    <form action="/developer/client/delete/${client.id}" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <button class="button button-danger">${t('clients.delete')}</button>
    </form>
  `
  const answers = html`
    <form action="/developer/client/${client.id}" method="post" class="form">
      <input type="hidden" name="token" value="${csrfToken}" />
      ${completeAnswersBox(client.hasCompleteAnswers, t)}
      <p class="form-buttons"><button class="button">${t('config.save')}</button></p>
    </form>
  `
  const main = html`
    <div class="setting">${clientFacts(facts, t)}</div>
    ${settingsSection({ id: 'answers', title: t('clients.answers'), body: answers })}
    ${settingsSection({
      id: 'delete',
      title: t('clients.delete'),
      lead: t('clients.deleteLead'),
      body: deletion,
      isDangerous: true,
    })}
  `
  return settingsLayout({ frame, title: client.name, lead: used, page: 'clients', current: 'clients', main })
}
