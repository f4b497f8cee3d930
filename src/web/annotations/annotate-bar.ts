import { COLORS } from '../../annotations/annotation-color.ts'
import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { tagsField } from './annotation-section.ts'
import { icon } from '../layout/icon.ts'
import type { Localization } from '../layout/localization.ts'

interface AnnotateView {
  readonly id: number
  readonly csrfToken: string
  readonly t: Localization['t']
}

/**
 * @returns the toolbar that a script shows beside selected text, and the box for notes. The script submits the selected
 *   words together with their offsets, so that the server can find the passage even if the article was fetched again.
 */
export function annotateBar(view: AnnotateView): Html {
  const { t } = view
  return html`
    <div class="annotate-bar" id="annotate-bar" role="toolbar" aria-label="${t('annotations.toolbar')}" hidden>
      <button type="button" disabled data-action-name="highlight">
        ${icon('highlighter')}
        <span>${t('annotations.highlight')}</span>
      </button>
      <span class="mark-colors" role="group" aria-label="${t('annotations.color')}">
        ${COLORS.map(
          (color) => html`
            <button type="button" disabled data-color="${color}" title="${t(`annotations.colors.${color}`)}">
              <span class="mark-dot" data-color="${color}"></span>
              <span class="unseen">${t(`annotations.colors.${color}`)}</span>
            </button>
          `,
        )}
      </span>
      <button type="button" disabled data-action-name="note">
        ${icon('message-square-plus')}
        <span>${t('annotations.note')}</span>
      </button>
    </div>
    <p
      class="unseen"
      id="reading-status"
      role="status"
      data-selected="${t('annotations.said.selected')}"
      data-highlighted="${t('annotations.said.highlighted')}"
      data-extended="${t('annotations.said.extended')}"
      data-shortened="${t('annotations.said.shortened')}"
      data-known="${t('annotations.said.known')}"
    ></p>
    ${noteBox(view)}
  `
}

/**
 * @returns a handle for moving one end of a marked passage. The script shows it while the passage's note box is open.
 */
function passageHandle(side: 'start' | 'end', t: Localization['t']): Html {
  return html`
    <span
      class="passage-handle"
      data-side="${side}"
      role="slider"
      tabindex="0"
      aria-label="${t(`annotations.handles.${side}`)}"
      aria-valuemin="0"
      aria-valuemax="0"
      aria-valuenow="0"
      hidden
    ></span>
  `
}

/** @returns the two buttons that move a handle word by word. The script shows them beside a tapped handle. */
function passageSteps(t: Localization['t']): Html {
  return html`
    <div class="passage-steps" hidden>
      ${stepButton(-1, t('annotations.handles.back'))}
      ${stepButton(1, t('annotations.handles.forward'))}
    </div>
  `
}

function stepButton(by: 1 | -1, name: string): Html {
  return html`
    <button type="button" data-by="${by}" aria-label="${name}" title="${name}">
      ${icon(by === 1 ? 'chevron-right' : 'chevron-left')}
    </button>
  `
}

function noteBox({ id, csrfToken, t }: AnnotateView): Html {
  return html`
    <form
      class="panel note-editor"
      id="note-box"
      popover
      action="/view/${id}/annotations"
      method="post"
      data-entry="${id}"
      data-kept="${t('annotations.kept')}"
      data-waits="${t('annotations.waits')}"
      data-signed-out="${t('annotations.signedOut')}"
      data-draft="${t('annotations.draft')}"
      data-waiting="${t('annotations.waiting')}"
      data-unmoved="${t('annotations.unmoved')}"
      data-deleted="${t('annotations.done.deleted')}"
    >
      ${passageHandle('start', t)}
      ${passageHandle('end', t)}
      ${passageSteps(t)}
      <input type="hidden" name="token" value="${csrfToken}" />
      <blockquote class="note-quote" dir="auto"></blockquote>
      <label for="note-box-text">
        ${t('annotations.note')}
        <span class="note-draft">${t('annotations.draft')}</span>
      </label>
      <textarea
        id="note-box-text"
        rows="4"
        maxlength="100000"
        dir="auto"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        autofocus
      ></textarea>
      <label for="note-box-tags">${t('annotations.tags')}</label>
      ${tagsField('note-box-tags', t)}
      <fieldset class="mark-colors">
        <legend class="unseen">${t('annotations.color')}</legend>
        ${COLORS.map(
          (color) => html`
            <label title="${t(`annotations.colors.${color}`)}">
              <input type="radio" name="color" value="${color}">
              <span class="mark-dot" data-color="${color}"></span>
              <span class="unseen">${t(`annotations.colors.${color}`)}</span>
            </label>
          `,
        )}
      </fieldset>
      <div class="form-buttons">
        <button class="button">${t('annotations.save')}</button>
        <button class="button-quiet button-danger" type="button">${t('annotations.delete')}</button>
      </div>
    </form>
  `
}
