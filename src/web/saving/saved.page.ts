import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { layout } from '../layout/layout.ts'
import type { PageFrame } from '../layout/layout.ts'

export interface SavedView {
  readonly frame: PageFrame
  /** title or address of the page */
  readonly name: string
  readonly isNew: boolean
  /** path of the entry, which requires a session */
  readonly path: string
}

/** @returns the confirmation of a save by token. It may be shown without a session, so it shows nothing else. */
export function savedPage({ frame, name, isNew, path }: SavedView): Html {
  const { t } = frame.words
  const title = t(isNew ? 'saving.savedTitle' : 'saving.savedBeforeTitle')
  const main = html`<h1>${title}</h1>
<p class="lead" dir="auto">${name}</p>
<p><a class="button" href="${path}">${t('list.open')}</a> <a class="button-quiet" href="/">${t('saving.again')}</a></p>`
  return layout({ frame, title, kind: 'door', main })
}
