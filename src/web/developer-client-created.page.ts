import { html } from '../kernel/html.ts'
import type { Html } from '../kernel/html.ts'
import { curlTour } from './curl-tour.ts'
import { layout } from './layout.ts'
import type { PageFrame } from './layout.ts'

export interface DeveloperClientCreatedView {
  readonly frame: PageFrame
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  readonly username: string
  /** Address of this server as its clients reach it. */
  readonly baseUrl: string
}

const WORDS = {
  title: 'Client created',
  lead: 'Paste these into the app, together with your username and password.',
  name: 'Name',
  server: 'Server',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  back: 'Back to API clients',
  tour: 'Try it from a terminal',
  tourLead: 'Five commands for bash or zsh. Paste them one after the other into the same window.',
}

/** @returns the page after a client was made: name, ID and secret, each in `strong > code`, and a tour to paste */
export function developerClientCreatedPage(view: DeveloperClientCreatedView): Html {
  const { frame, name, clientId, clientSecret, baseUrl } = view
  const main = html`<p class="eyebrow"><a href="/developer">${WORDS.back}</a></p>
<h1>${WORDS.title}</h1>
<p class="lead">${WORDS.lead}</p>
<dl class="facts">
<dt>${WORDS.name}</dt><dd><strong><code>${name}</code></strong></dd>
<dt>${WORDS.clientId}</dt><dd><strong><code>${clientId}</code></strong></dd>
<dt>${WORDS.clientSecret}</dt><dd><strong><code>${clientSecret}</code></strong></dd>
<dt>${WORDS.server}</dt><dd><code>${baseUrl}</code></dd>
</dl>
<section class="tour">
<h2>${WORDS.tour}</h2>
<p>${WORDS.tourLead}</p>
<ol>
${curlTour(view).map(
  ({ title, command }) => html`<li><p>${title}</p>
<pre tabindex="0"><code>${command}</code></pre></li>
`,
)}</ol>
</section>`
  return layout({ frame, title: WORDS.title, kind: 'lists', current: 'clients', main })
}
