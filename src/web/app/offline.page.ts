import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { layout } from '../layout/layout.ts'
import type { PageFrame } from '../layout/layout.ts'

/**
 * @returns the page that an offline browser shows if the requested page is not stored. With a viewer, it has the navigation,
 *   and the browser requests the page again when the server can be reached.
 */
export function offlinePage(frame: PageFrame): Html {
  const { t } = frame.words
  const title = t('offline.title')
  const main = html`
    <h1 tabindex="-1">${title}</h1>
    <p class="lead">${t('offline.lead')}</p>
    <p class="form-buttons"><a class="button" href="/">${t('offline.again')}</a></p>
  `
  return layout({ frame, title, kind: frame.viewer ? 'lists' : 'narrow', main })
}
