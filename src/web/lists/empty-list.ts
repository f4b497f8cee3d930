import { html, type Html } from '../../kernel/html.ts'
import { copyableText } from '../layout/copyable-text.ts'
import { bookmarkletCode, bookmarkletLink, byPointer, type Bookmark } from '../saving/bookmarklet.ts'
import type { Localization } from '../layout/localization.ts'
import type { ListView } from './list-view.ts'
import { isFiltered, listHref } from './list-query.ts'

/** @returns the text of an empty list. It explains why the list is empty and what the user can do. */
export function emptyList({ frame: { words }, list, query, bookmark }: ListView): Html {
  const { t } = words
  if (isFiltered(query)) {
    return html`
      <section class="empty" id="empty">
        <h2>${t('list.nothingFits')}</h2>
        <p><a href="${listHref(list, {})}">${t('filter.clear')}</a></p>
      </section>
    `
  }
  return html`
    <section class="empty empty-list" id="empty">
      <h2>${t(`list.empty.${list}`)}</h2>
      ${
        list === 'reading' || list === 'starred' || list === 'archive'
          ? html`<p>${t(`list.emptyHint.${list}`)}</p>`
          : waysToSave(bookmark, t)
      }
    </section>
  `
}

function waysToSave(bookmark: Bookmark, t: Localization['t']): Html {
  const code = copyableText(bookmarkletCode(bookmark), t)
  return html`
    <p>${t('list.teach')}</p>
    <ol class="ways">
      <li><p><strong>${t('list.here')}</strong> ${t('list.hereText')}</p></li>
      <li>
        <p>
          <strong>${t('list.bookmark')}</strong> ${byPointer(t('list.bookmarkText'), t('list.bookmarkTouchText'))}
        </p>
        <div class="for-mouse">
          <p>${bookmarkletLink(bookmark, t('list.bookmarkName'))}</p>
          <details><summary>${t('list.bookmarkCode')}</summary>${code}</details>
        </div>
        <div class="for-touch">${code}</div>
      </li>
      <li>
        <p>
          <strong>${t('list.phone')}</strong> <a href="/developer/client/create">${t('list.client')}</a>
          ${t('list.phoneText')} <code>${bookmark.baseUrl}</code>
        </p>
      </li>
    </ol>
  `
}
