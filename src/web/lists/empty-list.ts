import { html, type Html } from '../../kernel/html.ts'
import { copyableText } from '../layout/copyable-text.ts'
import { bookmarkletCode, bookmarkletLink, byPointer, type Bookmark } from '../saving/bookmarklet.ts'
import { drawing, type DrawingName } from '../layout/drawing.ts'
import type { Localization } from '../layout/localization.ts'
import type { ListView } from './list-view.ts'
import { isFiltered, listHref } from './list-query.ts'

/** @returns the text of an empty list. It explains why the list is empty and what the user can do. */
export function emptyList(view: ListView): Html {
  const { frame, list, query } = view
  const { t } = frame.words
  if (isFiltered(query)) {
    return html`
      <section class="empty" id="empty">
        ${drawing('search')}
        <h2>${t('list.nothingFits')}</h2>
        <p><a href="${listHref(list, {})}">${t('filter.clear')}</a></p>
      </section>
    `
  }
  return html`
    <section class="empty empty-list" id="empty">
      ${drawing(drawingOf(view))}
      <h2>${t(`list.empty.${list}`)}</h2>
      ${hint(view)}
    </section>
  `
}

/** @returns the drawing of an empty list. Users who have saved something have done all of their reading. */
function drawingOf({ frame, list }: ListView): DrawingName {
  if (list === 'unread') return (frame.viewer?.counts?.all ?? 0) > 0 ? 'done' : 'page'
  return list === 'all' ? 'page' : DRAWINGS[list]
}

const DRAWINGS = { archive: 'archive', starred: 'star', reading: 'reading' } as const

/** @returns what the list will contain. Only users who have not saved anything yet read how to save pages. */
function hint({ frame, list, bookmark }: ListView): Html {
  const { t } = frame.words
  if (list === 'all') return waysToSave(bookmark, t)
  if (list !== 'unread') return html`<p>${t(`list.emptyHint.${list}`)}</p>`
  const { all = 0 } = frame.viewer?.counts ?? {}
  if (all === 0) return waysToSave(bookmark, t)
  return html`
    <p>${t('list.emptyHint.unread')}</p>
    <p><a href="/archive/list">${t('list.toArchive')}</a></p>
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
          <strong>${t('list.bookmark')}</strong> ${byPointer(t('list.bookmarkText'), t('list.bookmarkTouch'))}
        </p>
        <div class="for-mouse">
          <p>${bookmarkletLink(bookmark, t('list.bookmarkName'))}</p>
          <details><summary>${t('list.bookmarkCode')}</summary>${code}</details>
        </div>
        <details class="for-touch">
          <summary>${t('list.bookmarkHow')}</summary>
          <p>${t('list.bookmarkTouchText')}</p>
          ${code}
        </details>
      </li>
      <li>
        <p>
          <strong>${t('list.phone')}</strong> <a href="/connect">${t('list.client')}</a>${' '}
          ${t('list.phoneText')}
        </p>
      </li>
    </ol>
    <p class="empty-import">${t('list.elsewhere')} <a href="/import/">${t('list.import')}</a></p>
  `
}
