import { html } from '../kernel/html.ts'
import type { Html } from '../kernel/html.ts'
import { layout } from './layout.ts'
import type { PageFrame } from './layout.ts'
import type { Words } from './words.ts'

export interface DeveloperClientView {
  readonly id: number
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUris: readonly string[]
  readonly grantTypes: readonly string[]
}

export interface DeveloperView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly clients: readonly DeveloperClientView[]
}

/** @returns the list of clients. Apps and extensions read it: classes, order and tags are those of contract section 10. */
export function developerPage({ frame, csrfToken, clients }: DeveloperView): Html {
  const { t } = frame.words
  const main = html`<div class="page-head"><h1>${t('clients.title')}</h1>
<a class="button" href="/developer/client/create">${t('clients.create')}</a></div>
<p class="lead">${t('clients.lead')}</p>
${clients.length === 0 && html`<p class="empty-note">${t('clients.empty')}</p>`}
<div class="clients">
${clients.map((client) => clientItem(client, csrfToken, t))}</div>`
  return layout({ frame, title: t('clients.title'), kind: 'lists', current: 'clients', main })
}

/**
 * The name is heading and mark for clients at once, so it must be text only and end in ` - #id`. Android wants none of
 * the four facts to be empty.
 */
function clientItem(client: DeveloperClientView, csrfToken: string, t: Words['t']): Html {
  return html`<section class="client" aria-label="${client.name}">
<div class="collapsible-header">${client.name} - #${client.id}</div>
<div class="collapsible-body">
<dl class="facts">
<dt>${t('clients.clientId')}</dt><dd><strong><code>${client.clientId}</code></strong></dd>
<dt>${t('clients.clientSecret')}</dt><dd><strong><code>${client.clientSecret}</code></strong></dd>
<dt>${t('clients.redirectUris')}</dt><dd><strong><code>${client.redirectUris.join(', ') || t('clients.none')}</code></strong></dd>
<dt>${t('clients.grantTypes')}</dt><dd><strong><code>${client.grantTypes.join(', ') || t('clients.none')}</code></strong></dd>
</dl>
<form action="/developer/client/delete/${client.id}" method="post">
<input type="hidden" name="token" value="${csrfToken}" />
<button class="button-quiet button-danger">${t('clients.delete')}<span class="unseen">: ${client.name}</span></button>
</form>
</div>
</section>
`
}
