import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { bookmarkletLink, byPointer, type Bookmark } from './bookmarklet.ts'
import type { Words } from '../layout/words.ts'
import type { SharedPage } from './shared-page.ts'

export interface KeyedSaveView {
  readonly t: Words['t']
  readonly csrfToken: string
  readonly bookmark: Bookmark
  readonly shared: SharedPage
  /** whether the key of the bookmarklet is wrong or outdated */
  readonly isRefused: boolean | undefined
}

/**
 * @returns the form that a script sends with the key of the bookmarklet (keyed_save_controller.ts); for a bookmarklet
 * without a key, a hint that the script shows
 */
export function keyedSave({ t, csrfToken, bookmark, shared, isRefused }: KeyedSaveView): Html {
  const byHand = html`<a href="/config/saving">${t('saving.bookmarkCode')}</a>`
  const hint = html`<span>${t('saving.oldBookmark')}</span> ${byPointer(bookmarkletLink(bookmark, t('list.bookmarkName')), byHand)}`
  return html`<div class="keyed-save" data-controller="keyed-save">
<form action="/bookmarklet" method="post" data-turbo-action="replace" data-keyed-save-target="form">
<input type="hidden" name="token" value="${csrfToken}" />
<input type="hidden" name="url" value="${shared.url}" />
<input type="hidden" name="title" value="${shared.title}" />
<input type="hidden" name="key" value="" data-keyed-save-target="key" />
</form>
${isRefused ? html`<p class="keyed-save-hint" data-keyed-save-target="hint">${hint}</p>` : html`<p class="keyed-save-hint" hidden data-keyed-save-target="hint">${hint}</p>`}
</div>`
}
