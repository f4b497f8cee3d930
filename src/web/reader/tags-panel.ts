import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { Localization } from '../layout/localization.ts'
import { originText } from './entry-origin.ts'
import type { ReaderView } from './reader-view.ts'

type TagsView = Pick<ReaderView, 'id' | 'csrfToken' | 'list' | 'query' | 'search' | 'tags' | 'knownTags'> & {
  readonly t: Localization['t']
}

/** @returns the panel with the tags of the entry. Each tag has a button that removes it. A field adds a new one. */
export function tagsPanel(view: TagsView): Html {
  const { id, csrfToken, knownTags, t } = view
  const others = knownTags.filter((label) => !view.tags.includes(label))
  return html`
    <div class="panel tags-panel" id="tags-panel" popover>
      <form action="/view/${id}/tags" method="post" class="tags-form">
        <input type="hidden" name="token" value="${csrfToken}" />
        <input type="hidden" name="list" value="${originText(view)}" />
        <label for="tag-field">${t('reader.addTag')}</label>
        <div class="row">${tagField(t)}<button class="button">${t('reader.add')}</button></div>
        <datalist id="known-tags">${others.map((label) => html`<option value="${label}"></option>`)}</datalist>
      </form>
      ${removableTags(view)}
    </div>
  `
}

/** @returns the empty field for a new tag, which has the focus. It replaces the field after each added tag. */
export function tagField(t: Localization['t']): Html {
  return html`
    <input
      id="tag-field"
      name="add"
      type="text"
      list="known-tags"
      maxlength="250"
      autocomplete="off"
      autocapitalize="none"
      dir="auto"
      data-controller="tag-suggestions"
      data-create="${t('tags.create', { label: '{label}' })}"
      required
      autofocus
    >
  `
}

/** @returns the buttons that remove tags. They are replaced after each change of the tags. */
export function removableTags(view: TagsView): Html {
  const { id, csrfToken, tags, t } = view
  return html`
    <form action="/view/${id}/tags" method="post" class="tags-set" id="tags-set">
      <input type="hidden" name="token" value="${csrfToken}" />
      <input type="hidden" name="list" value="${originText(view)}" />
      ${tags.map(
        (label) => html`
          <button class="tag-button" name="remove" value="${label}">
            <bdi>${label}</bdi>
            ${icon('x')}
            <span class="unseen">${t('reader.removeTag')}</span>
          </button>
        `,
      )}
    </form>
  `
}

/** @returns the tags below the title. Without tags, the element is empty, so that a later update can replace it. */
export function headTags({ tags, t }: Pick<TagsView, 'tags' | 't'>): Html {
  if (tags.length === 0) return html`<div id="head-tags"></div>`
  return html`
    <div id="head-tags">
      <ul class="tags" aria-label="${t('tags.label')}">
        ${tags.map((label) => html`<li><bdi>${label}</bdi></li>`)}
      </ul>
    </div>
  `
}
