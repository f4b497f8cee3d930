import { html } from '../kernel/html.ts'
import type { Html } from '../kernel/html.ts'
import { layout } from './layout.ts'
import type { PageFrame } from './layout.ts'

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

const WORDS = {
  title: 'API clients',
  lead: 'Each app, extension or script that uses your library signs in with a client of its own.',
  create: 'Create a client',
  empty: 'No client yet. Create one for your phone first, then one for each further device.',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  redirectUris: 'Redirect addresses',
  grantTypes: 'Grant types',
  none: 'none',
  delete: 'Delete client',
}

/** @returns the list of clients. Apps and extensions read it: classes, order and tags are those of contract section 10. */
export function developerPage({ frame, csrfToken, clients }: DeveloperView): Html {
  const main = html`<div class="page-head"><h1>${WORDS.title}</h1>
<a class="button" href="/developer/client/create">${WORDS.create}</a></div>
<p class="lead">${WORDS.lead}</p>
${clients.length === 0 && html`<p class="empty-note">${WORDS.empty}</p>`}
<div class="clients">
${clients.map((client) => clientItem(client, csrfToken))}</div>`
  return layout({ frame, title: WORDS.title, kind: 'lists', current: 'clients', main })
}

/** The name is heading and mark for clients at once, so it must be text only and end in ` - #id`. */
function clientItem(client: DeveloperClientView, csrfToken: string): Html {
  return html`<section class="client" aria-label="${client.name}">
<div class="collapsible-header">${client.name} - #${client.id}</div>
<div class="collapsible-body">
<dl class="facts">
<dt>${WORDS.clientId}</dt><dd><strong><code>${client.clientId}</code></strong></dd>
<dt>${WORDS.clientSecret}</dt><dd><strong><code>${client.clientSecret}</code></strong></dd>
<dt>${WORDS.redirectUris}</dt><dd><strong><code>${listOrNone(client.redirectUris)}</code></strong></dd>
<dt>${WORDS.grantTypes}</dt><dd><strong><code>${listOrNone(client.grantTypes)}</code></strong></dd>
</dl>
<form action="/developer/client/delete/${client.id}" method="post">
<input type="hidden" name="token" value="${csrfToken}" />
<button class="button-quiet button-danger">${WORDS.delete}<span class="unseen">: ${client.name}</span></button>
</form>
</div>
</section>
`
}

/** Android wants none of the four to be empty. */
const listOrNone = (values: readonly string[]): string => values.join(', ') || WORDS.none
