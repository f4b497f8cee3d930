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

/** @returns the page after a client was made: name, ID and secret, each in `strong > code`, and a tour to paste */
export function developerClientCreatedPage(view: DeveloperClientCreatedView): Html {
  const { frame, name, clientId, clientSecret, baseUrl } = view
  const { t } = frame.words
  const main = html`<p class="eyebrow"><a href="/developer">${t('client-created.back')}</a></p>
<h1>${t('client-created.title')}</h1>
<p class="lead">${t('client-created.lead')}</p>
<dl class="facts">
<dt>${t('client-created.name')}</dt><dd><strong><code>${name}</code></strong></dd>
<dt>${t('client-created.clientId')}</dt><dd><strong><code>${clientId}</code></strong></dd>
<dt>${t('client-created.clientSecret')}</dt><dd><strong><code>${clientSecret}</code></strong></dd>
<dt>${t('client-created.server')}</dt><dd><code>${baseUrl}</code></dd>
</dl>
<section class="tour">
<h2>${t('client-created.tour')}</h2>
<p>${t('client-created.tourLead')}</p>
<ol>
${curlTour(view, t).map(
  ({ title, command }) => html`<li><p>${title}</p>
<pre tabindex="0"><code>${command}</code></pre></li>
`,
)}</ol>
</section>`
  return layout({ frame, title: t('client-created.title'), kind: 'lists', current: 'clients', main })
}
