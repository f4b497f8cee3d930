import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { layout } from '../layout/layout.ts'
import type { PageFrame } from '../layout/layout.ts'

interface SavedView {
  readonly frame: PageFrame
  /** title or address of the page */
  readonly name: string
  readonly isNew: boolean
  /** path of the entry's page; opening it requires a session */
  readonly path: string
}

/**
 * @returns the page that confirms a save by token. Browsers without a session can see the page, so it shows nothing of
 *   the account except the title or address of the saved page.
 */
export function savedPage({ frame, name, isNew, path }: SavedView): Html {
  const { t } = frame.words
  const title = t(isNew ? 'saving.savedTitle' : 'saving.savedBeforeTitle')
  const main = html`
    <h1>${title}</h1>
    <p class="lead" dir="auto">${name}</p>
    <p>
      <a class="button" href="${path}">${t('list.open')}</a>${' '}
      <a class="button-quiet" href="/">${t('saving.again')}</a>
    </p>
  `
  return layout({ frame, title, kind: 'narrow', main })
}
