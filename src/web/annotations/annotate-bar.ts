import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { Words } from '../layout/words.ts'

export interface AnnotateView {
  readonly id: number
  readonly csrfToken: string
  readonly t: Words['t']
}

/**
 * @returns the small bar that a script shows beside selected text. It sends the selected words and their position in
 * characters, so that the server finds them even if the article was fetched again
 */
export function annotateBar({ id, csrfToken, t }: AnnotateView): Html {
  return html`<form class="annotate-bar" id="annotate-bar" action="/view/${id}/annotations" method="post" aria-label="${t('annotations.toolbar')}" hidden>
<input type="hidden" name="token" value="${csrfToken}" />
<input type="hidden" name="start" value="" />
<input type="hidden" name="end" value="" />
<input type="hidden" name="quote" value="" />
<button name="open" value="0" disabled data-action-name="highlight">${icon('highlighter')}<span>${t('annotations.highlight')}</span></button>
<button name="open" value="1" disabled data-action-name="note">${icon('message-square-plus')}<span>${t('annotations.note')}</span></button>
</form>`
}
