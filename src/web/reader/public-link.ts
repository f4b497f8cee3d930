import { html } from '../../kernel/html.ts'
import type { Child } from '../../kernel/html.ts'
import { copyableText } from '../layout/copyable-text.ts'
import { originText } from './entry-origin.ts'
import type { ReaderView } from './reader-view.ts'

/**
 * @returns the public link of a shared article, with buttons that copy and disable it; null if the article is not
 *   shared
 */
export function publicLinkLine(view: ReaderView): Child {
  const { frame, id, uid, baseUrl, csrfToken } = view
  if (uid === undefined || uid === null) return null
  const { t } = frame.words
  return html`
    <div class="share-line" id="shared">
      <a href="${baseUrl}/share/${uid}" data-turbo="false">${t('share.open')}</a>
      ${copyableText(`${baseUrl}/share/${uid}`, t, undefined, 'shared')}
      <form action="/share/delete/${id}" method="post" data-turbo-action="replace">
        <input type="hidden" name="token" value="${csrfToken}" />
        <input type="hidden" name="list" value="${originText(view)}" />
        <button class="button-quiet">${t('share.withdraw')}</button>
      </form>
    </div>
  `
}
