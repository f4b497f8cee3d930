import { COLORS } from '../../annotations/annotation-color.ts'
import { filterParameters, type AnnotationFilter } from '../../annotations/annotation-filter.ts'
import { ANNOTATION_FORMATS, type AnnotationFormat } from '../../exports/annotations/annotation-file.ts'
import { html, type Child, type Html } from '../../kernel/html.ts'
import { selectField, type SelectOption } from '../forms/select-field.ts'
import { icon } from '../layout/icon.ts'
import { filterChip, filterChips } from '../forms/filter-chip.ts'
import { tagAndSiteFields } from '../forms/tag-and-site-fields.ts'
import type { Localization } from '../layout/localization.ts'

type T = Localization['t']

/**
 * @param to number of a page of the annotation list, or the format of an export file
 * @returns the address of that page or file, with the filter in its query
 */
export function annotationsHref(filter: AnnotationFilter, to: number | AnnotationFormat = 1): string {
  const query = new URLSearchParams(filterParameters(filter)).toString()
  const path =
    typeof to === 'string' ? `/annotations/export/${to}` : to === 1 ? '/annotations' : `/annotations/list/${to}`
  return query === '' ? path : `${path}?${query}`
}

/** @returns the form with the search field and the filters, and the links to the export files */
export function annotationFilters(filter: AnnotationFilter, tags: readonly string[], t: T): Html {
  return html`
    <form
      class="annotation-filters"
      action="/annotations"
      method="get"
      role="search"
      aria-label="${t('annotations.search')}"
    >
      <label class="unseen" for="annotation-q">${t('annotations.search')}</label>
      <span class="add-field">
        ${icon('search')}
        <input
          id="annotation-q"
          name="q"
          type="search"
          value="${filter.text}"
          placeholder="${t('annotations.search')}"
          autocomplete="off"
          data-action-name="search"
        >
      </span>
      <button class="button">${t('search.submit')}</button>
      <div class="filter-row">
        <details class="filters">
          <summary>${icon('sliders-horizontal')}<span>${t('filter.title')}</span></summary>
          ${filterFields(filter, tags, t)}
        </details>
        <details class="filters">
          <summary>${icon('download')}<span>${t('annotations.export')}</span></summary>
          <ul class="filter-form annotation-files">
            ${Object.keys(ANNOTATION_FORMATS).map(
              (name) => html`
                <li>
                  <a href="${annotationsHref(filter, name as AnnotationFormat)}" data-turbo="false" download>
                    ${t(`annotations.files.${name as AnnotationFormat}`)}
                  </a>
                </li>
              `,
            )}
          </ul>
        </details>
      </div>
      ${chips(filter, t)}
    </form>
  `
}

/** @returns the fields of the filters, and the button that applies them */
function filterFields(filter: AnnotationFilter, tags: readonly string[], t: T): Html {
  return html`
    <div class="filter-form">
      ${selectField({
        id: 'annotation-color',
        name: 'color',
        label: t('annotations.color'),
        value: filter.color ?? '',
        options: [['', t('filter.any')], ...COLORS.map((one): SelectOption => [one, t(`annotations.colors.${one}`)])],
      })}
      ${selectField({
        id: 'annotation-order',
        name: 'order',
        label: t('filter.sort'),
        value: filter.order ?? '',
        options: orders(t),
      })}
      ${tagAndSiteFields('annotation', filter, tags, t)}
      ${dateFields(filter, t)}
      <div class="form-buttons"><button class="button">${t('filter.apply')}</button></div>
    </div>
  `
}

function dateFields(filter: AnnotationFilter, t: T): Html {
  return html`
    <div class="field">
      <label for="annotation-from">${t('annotations.from')}</label>
      <input id="annotation-from" name="from" type="date" value="${filter.from}">
    </div>
    <div class="field">
      <label for="annotation-to">${t('annotations.to')}</label>
      <input id="annotation-to" name="to" type="date" value="${filter.to}">
    </div>
  `
}

/**
 * @returns the active filters and the chosen order, each as a link that removes it. Omits the search text, which the
 *   search field shows.
 */
function chips(filter: AnnotationFilter, t: T): Child {
  const { color, tag, site, from, to, order } = filter
  const labels: Readonly<Partial<Record<keyof AnnotationFilter, string>>> = {
    ...(color && { color: t(`annotations.colors.${color}`) }),
    ...(tag !== undefined && { tag: `#${tag}` }),
    ...(site !== undefined && { site }),
    ...(from !== undefined && { from: `${t('annotations.from')} ${from}` }),
    ...(to !== undefined && { to: `${t('annotations.to')} ${to}` }),
    ...(order === 'place' && { order: t('annotations.byPlace') }),
  }
  if (Object.keys(filter).length === 0) return null
  const active = Object.entries(labels).map(([name, label]) => {
    const { [name as keyof AnnotationFilter]: _left, ...rest } = filter
    return filterChip(annotationsHref(rest), label, t)
  })
  return filterChips(active, annotationsHref({}), t)
}

const orders = (t: T): SelectOption[] => [
  ['', t('filter.sorts.newest')],
  ['place', t('annotations.byPlace')],
]
