import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { bookmarkletLink, byPointer, type Bookmark } from './bookmarklet.ts'
import type { Localization } from '../layout/localization.ts'
import type { PageToSave } from './page-to-save.ts'

export interface BookmarkletFormView {
  readonly t: Localization['t']
  readonly csrfToken: string
  readonly bookmark: Bookmark
  readonly shared: PageToSave
  /** true if the key in the bookmarklet is wrong or outdated */
  readonly isRefused: boolean | undefined
}

/**
 * @returns the form for a page that a bookmarklet has opened. A script adds the bookmarklet's key and submits the form
 *   (save_from_bookmarklet_controller.ts). If the bookmarklet contains no key, the script shows a hint instead.
 */
export function bookmarkletForm({ t, csrfToken, bookmark, shared, isRefused }: BookmarkletFormView): Html {
  const byHand = html`<a href="/config/saving#bookmark">${t('saving.bookmarkCode')}</a>`
  const hint = html`
    <span>${t('saving.oldBookmark')}</span> ${byPointer(bookmarkletLink(bookmark, t('list.bookmarkName')), byHand)}
  `
  return html`
    <div class="bookmarklet-form" data-controller="save-from-bookmarklet">
      <form
        action="/bookmarklet"
        method="post"
        data-turbo-action="replace"
        data-save-from-bookmarklet-target="form"
      >
        <input type="hidden" name="token" value="${csrfToken}" />
        <input type="hidden" name="url" value="${shared.url}" />
        <input type="hidden" name="title" value="${shared.title}" />
        <input type="hidden" name="key" value="" data-save-from-bookmarklet-target="key" />
      </form>
      ${
        isRefused
          ? html`<p class="bookmarklet-form-hint" data-save-from-bookmarklet-target="hint">${hint}</p>`
          : html`<p class="bookmarklet-form-hint" hidden data-save-from-bookmarklet-target="hint">${hint}</p>`
      }
    </div>
  `
}
