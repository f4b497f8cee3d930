import { COLORS, parseColor } from '../../annotations/annotation-color.ts'
import type { Placements } from '../../annotations/locate-annotations.ts'
import type { EntryAnnotation } from '../../entries/entry.ts'
import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { Localization } from '../layout/localization.ts'

interface AnnotationSectionView {
  readonly annotations: readonly EntryAnnotation[]
  /**
   * positions in the text, by annotation id. If the words of an annotation were not found in the text, its id is
   * missing.
   */
  readonly placements?: Placements
  readonly csrfToken: string
  readonly t: Localization['t']
}

/**
 * @returns the list of an entry's annotations. Annotations found in the text come first, in the order of the text. A
 *   script reads the list and highlights the passages.
 */
export function annotationSection(view: AnnotationSectionView): Html {
  const { annotations, placements, t } = view
  const startOf = ({ id }: EntryAnnotation): number => placements?.get(id)?.[0]?.start ?? Infinity
  const placed = annotations.filter(({ id }) => placements?.has(id))
  const lost = annotations.filter(({ id }) => !placements?.has(id))
  const inOrder = placed.toSorted((one, other) => startOf(one) - startOf(other) || one.id - other.id)
  if (annotations.length === 0) return html`<section id="annotations" class="annotations" hidden></section>`
  return html`
    <section id="annotations" class="annotations" aria-labelledby="annotations-title">
      <h2 id="annotations-title">${t('annotations.ofEntry', { count: annotations.length })}</h2>
      ${placed.length > 0 && html`<ol class="annotation-list">${inOrder.map((one) => item(view, one))}</ol>`}
      ${
        lost.length > 0 &&
        html`
          <p class="annotations-lost">${t('annotations.lost')}</p>
          <ol class="annotation-list">${lost.map((one) => item(view, one))}</ol>
        `
      }
    </section>
  `
}

function item(view: AnnotationSectionView, annotation: EntryAnnotation): Html {
  const { placements, t } = view
  const { id, quote, text, color, tags = [] } = annotation
  const spans = placements?.get(id)
  const pairs = JSON.stringify((spans ?? []).map(({ start, end }) => [start, end]))
  return html`
    <li
      class="annotation-item"
      id="note-${id}"
      data-controller="annotation-item"
      data-annotation-item-id-value="${id}"
      data-annotation-item-spans-value="${pairs}"
      data-annotation-item-color-value="${color}"
      data-annotation-item-tags-value="${tags.join(', ')}"
      data-annotation-item-label-value="${t('annotations.readNote')}"
      data-annotation-item-noted-value="${text === '' ? 'false' : 'true'}"
    >
      ${
        quote !== '' &&
        html`
          <blockquote dir="auto" data-color="${color}">
            ${spans ? html`<a href="#annotation-${id}">${quote}</a>` : quote}
          </blockquote>
        `
      }
      ${text !== '' && html`<p class="note" dir="auto">${text}</p>`}
      ${annotationTags(tags)}
      <div class="annotation-actions">
        ${colorMark(color, t)}
        <button class="button-quiet" type="button" popovertarget="note-editor-${id}">
          ${icon('pencil')}
          <span>${text === '' ? t('annotations.addNote') : t('annotations.editNote')}</span>
        </button>
        ${deleteForm(view, id)}
      </div>
      ${editor(view, annotation)}
    </li>
  `
}

/** @returns the tags of an annotation, as links to all annotations with the tag; undefined if there are none */
export function annotationTags(tags: readonly string[]): Child {
  if (tags.length === 0) return undefined
  return html`
    <p class="meta annotation-tags">
      ${tags.map((label) => html`<span><a href="/annotations?${tagQuery(label)}">#<bdi>${label}</bdi></a></span>`)}
    </p>
  `
}

const tagQuery = (tag: string): string => new URLSearchParams({ tag }).toString()

/** @returns the field for the tags of an annotation, separated by commas */
export function tagsField(id: string, t: Localization['t'], tags: readonly string[] = []): Html {
  return html`
    <input
      id="${id}"
      name="tags"
      type="text"
      value="${tags.join(', ')}"
      maxlength="5000"
      list="known-tags"
      autocomplete="off"
      autocapitalize="none"
      dir="auto"
      data-controller="tag-suggestions"
      data-several
      data-create="${t('tags.create', { label: '{label}' })}"
    >
  `
}

/** @returns a dot in the colour of an annotation. Screen readers read the name of the colour. */
export function colorMark(name: string, t: Localization['t']): Html {
  const color = parseColor(name) ?? COLORS[0]
  const label = t(`annotations.colors.${color}`)
  return html`
    <span class="mark-dot" role="img" data-color="${color}" title="${label}" aria-label="${label}"></span>
  `
}

function deleteForm({ csrfToken, t }: AnnotationSectionView, id: number): Child {
  return html`
    <form action="/annotations/${id}/delete" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <button class="button-quiet" data-action-name="unhighlight">${icon('trash-2')}<span>${t('annotations.delete')}</span></button>
    </form>
  `
}

/**
 * @returns the note editor of one annotation for browsers without scripts. With scripts, the note box of the page opens
 *   instead.
 */
function editor({ csrfToken, t }: AnnotationSectionView, { id, text, tags = [] }: EntryAnnotation): Html {
  return html`
    <form class="panel note-editor" id="note-editor-${id}" popover action="/annotations/${id}/note" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <label for="note-text-${id}">${t('annotations.note')}</label>
      <textarea id="note-text-${id}" name="text" rows="4" maxlength="100000" dir="auto" autofocus>
        ${'\n'}${text}
      </textarea>
      <label for="note-tags-${id}">${t('annotations.tags')}</label>
      ${tagsField(`note-tags-${id}`, t, tags)}
      <div class="form-buttons">
        <button class="button">${t('annotations.save')}</button>
        <button class="button-quiet button-danger" formaction="/annotations/${id}/delete">
          ${t('annotations.delete')}
        </button>
      </div>
    </form>
  `
}
