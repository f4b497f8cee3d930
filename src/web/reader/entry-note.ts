import { MAX_NOTE } from '../../entries/entry.ts'
import { html, type Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { Localization } from '../layout/localization.ts'
import { originText } from './entry-origin.ts'
import type { ReaderView } from './reader-view.ts'

/** @returns the owner's note about the page. Without a note, the element is empty, so that an update can replace it. */
export function entryNote({ note, frame }: ReaderView): Html {
  const { t } = frame.words
  if (note === null) return html`<section id="entry-note" hidden></section>`
  return html`
    <section id="entry-note" class="entry-note" aria-labelledby="entry-note-title">
      <h2 id="entry-note-title">${t('reader.note')}</h2>
      <p class="note" dir="auto">${note}</p>
      <div class="annotation-actions">${noteButton(t)}</div>
    </section>
  `
}

/** @returns the button that opens the form of the note. It works without scripts. */
function noteButton(t: Localization['t']): Html {
  return html`
    <button class="button-quiet" type="button" id="entry-note-edit" popovertarget="entry-note-editor">
      ${icon('pencil')}
      <span>${t('annotations.editNote')}</span>
    </button>
  `
}

/** @returns the form that sets the note. An empty text removes it. */
export function entryNoteEditor(view: ReaderView): Html {
  const { id, csrfToken, note, frame } = view
  const { t } = frame.words
  return html`
    <form
      class="panel note-editor"
      id="entry-note-editor"
      popover
      action="/view/${id}/note"
      method="post"
      data-controller="entry-note"
      data-action="beforetoggle->entry-note#open turbo:submit-end->entry-note#done"
    >
      <input type="hidden" name="token" value="${csrfToken}" />
      <input type="hidden" name="list" value="${originText(view)}" />
      <label for="entry-note-text">${t('reader.note')}</label>
      <textarea
        id="entry-note-text"
        name="note"
        rows="6"
        maxlength="${MAX_NOTE}"
        dir="auto"
        autofocus
        data-sent-by-keys
        data-entry-note-target="text"
      >
        ${'\n'}${note ?? ''}
      </textarea>
      <div class="form-buttons">
        <button class="button">${t('annotations.save')}</button>
        <button
          class="button-quiet"
          type="button"
          popovertarget="entry-note-editor"
          popovertargetaction="hide"
          data-action="entry-note#reset"
        >
          ${t('reader.cancel')}
        </button>
      </div>
    </form>
  `
}
