import { MAX_NOTE } from '../../entries/entry.ts'
import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { formError, formField, type FormField } from '../forms/form-field.ts'
import { layout } from '../layout/layout.ts'
import type { PageFrame } from '../layout/layout.ts'

export interface EditView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly id: number
  /**
   * path that the form returns to: the list, if the user opened the page from a card to change the tags, or the reading
   * page with the list from which the user opened the entry
   */
  readonly back?: string
  readonly values: EditValues
  /** the note when the form was opened */
  readonly noteWas: string
  readonly errors: Partial<Record<keyof EditValues | 'form', string>>
  /** labels of the owner's tags that the tag field suggests */
  readonly knownTags: readonly string[]
}

/** Values of the form fields: those of the entry, or those that the user typed into a refused form. */
export interface EditValues {
  readonly title: string
  readonly note: string
  /** tag labels, separated by commas */
  readonly tags: string
  /** names, separated by commas */
  readonly authors: string
  /** day of publication, such as `2024-03-08`; empty if unknown */
  readonly date: string
  readonly language: string
  /** address of the lead picture */
  readonly picture: string
}

type TextField = 'title' | 'authors' | 'date' | 'language' | 'picture'

/** @returns the page `/edit/{id}`, on which the user edits an entry's title, tags, note and metadata */
export function editPage(view: EditView): Html {
  const { frame, csrfToken, id, back, values, errors } = view
  const { t } = frame.words
  const field = (name: TextField, type: FormField['type'], required = false) =>
    formField({
      id: `edit-${name}`,
      name,
      type,
      label: t(`reader.fields.${name}`),
      autocomplete: 'off',
      value: values[name],
      required,
      hint: t(`reader.hints.${name}`),
      ...(errors[name] !== undefined && { error: errors[name] }),
    })
  const article = back !== undefined && /^\/view\/\d+\?/.test(back) ? back : `/view/${id}`
  const main = html`
    <p class="eyebrow"><a href="${article}" data-action-name="back">${t('reader.backToText')}</a></p>
    <h1>${t('reader.editTitle')}</h1>
    <form action="/edit/${id}" method="post" class="form edit-form">
      ${formError(errors.form)}
      <input type="hidden" name="token" value="${csrfToken}" />
      ${back !== undefined && html`<input type="hidden" name="back" value="${back}" />`}
      <input type="hidden" name="note_was" value="${view.noteWas}" />
      ${field('title', 'text', true)}
      ${tagsField(view)}
      ${noteField(view)}
      ${field('authors', 'text')}
      ${field('date', 'date')}
      ${field('language', 'text')}
      ${field('picture', 'url')}
      <div class="form-buttons">
        <button class="button">${t('reader.save')}</button>
        <a href="${back ?? `/view/${id}`}">${t('reader.cancel')}</a>
      </div>
    </form>
  `
  return layout({ frame, title: t('reader.editTitle'), kind: 'lists', main, sheets: ['reader-bar'] })
}

function noteField({ frame: { words }, values, errors }: EditView): Html {
  const { t } = words
  const error = errors.note
  return html`
    <div class="field">
      <label for="edit-note">${t('reader.note')}</label>
      <textarea
        id="edit-note"
        name="note"
        rows="4"
        maxlength="${MAX_NOTE}"
        dir="auto"
        aria-invalid="${error ? 'true' : 'false'}"
        aria-describedby="${error ? 'edit-note-error edit-note-hint' : 'edit-note-hint'}"
        ?autofocus="${error !== undefined}"
      >
        ${'\n'}${values.note}
      </textarea>
      ${error && html`<p class="field-error" id="edit-note-error">${error}</p>`}
      <p class="field-hint" id="edit-note-hint">${t('reader.hints.note')}</p>
    </div>
  `
}

/**
 * @returns the field for tags, which are separated by commas. With a `datalist`, browsers complete only the first tag.
 *   A script suggests all.
 */
function tagsField({ frame: { words }, values, errors, knownTags, back }: EditView): Html {
  const { t } = words
  const isOpenedForTags = back !== undefined && Object.keys(errors).length === 0
  const isFirst = errors.tags !== undefined || isOpenedForTags
  // The value ends with a comma, so that the user can type the next tag immediately.
  const value = isOpenedForTags && values.tags !== '' ? `${values.tags}, ` : values.tags
  return html`
    <div class="field">
      <label for="edit-tags">${t('reader.fields.tags')}</label>
      <input
        id="edit-tags"
        name="tags"
        type="text"
        value="${value}"
        list="edit-known-tags"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        dir="auto"
        aria-invalid="${errors.tags ? 'true' : 'false'}"
        aria-describedby="${errors.tags ? 'edit-tags-error edit-tags-hint' : 'edit-tags-hint'}"
        data-controller="tag-suggestions"
        data-several
        data-create="${t('tags.create', { label: '{label}' })}"
        ?autofocus="${isFirst}"
      >
      <datalist id="edit-known-tags">
        ${knownTags.map((label) => html`<option value="${label}"></option>`)}
      </datalist>
      ${errors.tags && html`<p class="field-error" id="edit-tags-error">${errors.tags}</p>`}
      <p class="field-hint" id="edit-tags-hint">${t('reader.hints.tags')}</p>
    </div>
  `
}
