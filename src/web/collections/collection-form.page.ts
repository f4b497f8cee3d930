import {
  COLLECTION_ICONS,
  COLLECTION_LAYOUTS,
  COLLECTION_SORTS,
  MAX_DESCRIPTION,
  MAX_NAME,
  MAX_QUERY,
  type CollectionProperties,
} from '../../collections/collection.ts'
import { html, type Child, type Html } from '../../kernel/html.ts'
import { querySuggestions } from '../forms/query-suggestions.ts'
import { selectField, type SelectOption } from '../forms/select-field.ts'
import { icon } from '../layout/icon.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import { radioGroup } from '../settings/radio-group.ts'

export interface CollectionFormView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** id of the collection; undefined for a new collection */
  readonly id?: number
  readonly values: CollectionProperties & { readonly isPublic: boolean }
  /** true if the operator allows public pages */
  readonly isSharing: boolean
  /** error messages of the refused fields */
  readonly errors: Readonly<Partial<Record<'name' | 'query' | 'description' | 'curator', string>>>
}

/** @returns the page with the form that creates or changes a collection */
export function collectionFormPage(view: CollectionFormView): Html {
  const { frame, id, csrfToken } = view
  const { t } = frame.words
  const title = t(id === undefined ? 'collections.new' : 'collections.edit')
  const main = html`
    <h1 tabindex="-1">${title}</h1>
    <form
      class="form collection-form"
      action="${id === undefined ? '/collections/new' : `/collections/${id}/edit`}"
      method="post"
    >
      <input type="hidden" name="token" value="${csrfToken}" />
      ${nameField(view)}
      ${queryField(view)}
      ${choices(view)}
      ${publicFields(view)}
      <p class="form-buttons">
        <button class="button">${t(id === undefined ? 'collections.create' : 'collections.save')}</button>
      </p>
    </form>
    ${id !== undefined && deleteForm(id, view)}
  `
  return layout({
    frame,
    title,
    kind: 'lists',
    ...(id === undefined ? { current: 'collections' } : { currentCollection: id }),
    main,
    sheets: ['settings', 'collections'],
  })
}

function nameField({ frame, id, values, errors }: CollectionFormView): Html {
  const { t } = frame.words
  const isFirst = id === undefined && errors.query === undefined
  return html`
    <div class="field">
      <label for="collection-name">${t('collections.name')}</label>
      <input
        id="collection-name"
        name="name"
        type="text"
        value="${values.name}"
        maxlength="${MAX_NAME}"
        autocomplete="off"
        dir="auto"
        required
        aria-invalid="${errors.name ? 'true' : 'false'}"
        aria-describedby="${errors.name ? 'collection-name-error' : ''}"
        ?autofocus="${isFirst || errors.name !== undefined}"
      >
      ${errors.name && html`<p class="field-error" id="collection-name-error" role="alert">${errors.name}</p>`}
    </div>
  `
}

function queryField({ frame, values, errors }: CollectionFormView): Html {
  const { t } = frame.words
  return html`
    <div class="field" data-controller="query-preview">
      <label for="collection-query">${t('collections.query')}</label>
      ${querySuggestions(
        html`
          <input
            id="collection-query"
            name="query"
            type="text"
            value="${values.query}"
            maxlength="${MAX_QUERY}"
            autocomplete="off"
            autocapitalize="none"
            spellcheck="false"
            aria-invalid="${errors.query ? 'true' : 'false'}"
            aria-describedby="${errors.query ? 'collection-query-error ' : ''}collection-query-hint"
            data-query-completion-target="field"
            data-query-preview-target="field"
            data-action="input->query-preview#ask blur->query-preview#ask"
            ?autofocus="${errors.name === undefined && errors.query !== undefined}"
          >
        `,
        'collection-suggestions',
        t,
      )}
      ${errors.query && html`<p class="field-error" id="collection-query-error" role="alert">${errors.query}</p>`}
      <p class="field-hint" id="collection-query-hint">${t('collections.queryHint')}</p>
      <div class="field-hint query-preview" role="status" data-query-preview-target="preview"></div>
    </div>
  `
}

function choices({ frame, values }: CollectionFormView): Html {
  const { t } = frame.words
  const icons = COLLECTION_ICONS.map((value) => ({
    value,
    label: t(`collections.icons.${value}`),
    sign: icon(value),
  }))
  const sorts = COLLECTION_SORTS.map((sort): SelectOption => [
    sort,
    t(sort === 'manual' ? 'collections.sorts.manual' : `filter.sorts.${sort}`),
  ])
  const layouts = (['usual', ...COLLECTION_LAYOUTS] as const).map((one): SelectOption => [
    one,
    t(`collections.layouts.${one}`),
  ])
  return html`
    <div class="collection-icons">
      ${radioGroup({ name: 'icon', legend: t('collections.icon'), options: icons, current: values.icon })}
    </div>
    ${selectField({
      id: 'collection-sort',
      name: 'sort',
      label: t('collections.sort'),
      value: values.sort,
      options: sorts,
    })}
    ${selectField({
      id: 'collection-layout',
      name: 'layout',
      label: t('collections.layout'),
      value: values.layout ?? 'usual',
      options: layouts,
    })}
    ${checkbox('pinned', t('collections.pinned'), values.isPinned)}
  `
}

function publicFields({ frame, values, errors, isSharing }: CollectionFormView): Child {
  if (!isSharing) return null
  const { t } = frame.words
  return html`
    <h2 id="public-page">${t('collections.publicLink')}</h2>
    ${checkbox('public', t('collections.public'), values.isPublic)}
    <p class="field-hint">${t('collections.publicHint')}</p>
    <div class="public-facts">${publicFacts({ frame, values, errors })}</div>
  `
}

/** @returns the fields that matter only to a public page. A style sheet hides them without one. */
function publicFacts({ frame, values, errors }: Pick<CollectionFormView, 'frame' | 'values' | 'errors'>): Html {
  const { t } = frame.words
  return html`
    ${checkbox('indexable', t('collections.indexable'), values.isIndexable)}
    <div class="field">
      <label for="collection-description">${t('collections.description')}</label>
      <textarea
        id="collection-description"
        name="description"
        rows="4"
        maxlength="${MAX_DESCRIPTION}"
        dir="auto"
        aria-invalid="${errors.description ? 'true' : 'false'}"
        aria-describedby="${errors.description ? 'collection-description-error' : ''}"
      >
${values.description}</textarea>
      ${fieldError('collection-description', errors.description)}
    </div>
    <div class="field">
      <label for="collection-curator">${t('collections.curator')}</label>
      <input
        id="collection-curator"
        name="curator"
        type="text"
        value="${values.curator}"
        maxlength="${MAX_NAME}"
        autocomplete="name"
        dir="auto"
        aria-invalid="${errors.curator ? 'true' : 'false'}"
        aria-describedby="${errors.curator ? 'collection-curator-error' : ''}"
      >
      ${fieldError('collection-curator', errors.curator)}
    </div>
  `
}

function fieldError(id: string, error: string | undefined): Child {
  return error !== undefined && html`<p class="field-error" id="${id}-error" role="alert">${error}</p>`
}

function checkbox(name: string, label: string, isChecked: boolean): Html {
  return html`
    <label class="choice">
      <input type="checkbox" name="${name}" value="1" ?checked="${isChecked}">
      <span>${label}</span>
    </label>
  `
}

function deleteForm(id: number, { frame, csrfToken }: CollectionFormView): Html {
  const { t } = frame.words
  return html`
    <form class="collection-delete" action="/collections/${id}/delete" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <button class="button-quiet is-danger">${icon('trash-2')}${t('collections.delete')}</button>${' '}
      <span class="meta">${t('collections.deleteHint')}</span>
    </form>
  `
}
