import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { layout } from '../layout/layout.ts'
import type { PageFrame } from '../layout/layout.ts'

/** @returns what stands in place of a page that was not kept, while there is no network */
export function offlinePage(frame: PageFrame): Html {
  const { t } = frame.words
  const title = t('offline.title')
  const main = html`<h1>${title}</h1>
<p class="lead">${t('offline.lead')}</p>
<p><a class="button" href="/">${t('offline.again')}</a></p>`
  return layout({ frame, title, kind: 'door', main })
}

/** @returns what stands in place of the page that saves: the address is still in the browser's, so the link asks again */
export function notSavedPage(frame: PageFrame): Html {
  const { t } = frame.words
  const title = t('offline.sharedTitle')
  const main = html`<h1>${title}</h1>
<p class="lead">${t('offline.sharedLead')}</p>
<p><a class="button" href="" data-turbo="false">${t('offline.sharedAgain')}</a></p>`
  return layout({ frame, title, kind: 'door', main })
}
