import { html, type Child, type Html } from '../../kernel/html.ts'
import { queryWarnings } from '../forms/query-warnings.ts'
import { querySuggestions } from '../forms/query-suggestions.ts'
import { selectField, type SelectOption } from '../forms/select-field.ts'
import { icon } from '../layout/icon.ts'
import type { Localization } from '../layout/localization.ts'
import { filterChip, filterChips } from '../forms/filter-chip.ts'
import { tagAndSiteFields } from '../forms/tag-and-site-fields.ts'
import type { ListView } from './list-view.ts'
import { parseQuery } from '../../query/parse-query.ts'
import { printQuery } from '../../query/print-query.ts'
import {
  HAS_VALUES,
  isFiltered,
  listHref,
  MAX_QUERY,
  SORTS,
  DEFAULT_ORDERS,
  defaultOrder,
  WITHIN_MINUTES,
  type ListQuery,
  type ListSort,
} from './list-query.ts'

/**
 * @returns the form that filters and sorts a list, which is collapsed at first. Its summary shows the current order.
 *   Below the form are the active filters, each as a link that removes the filter.
 */
export function listFilters({ frame: { words }, list, query, tags, total }: ListView): Html {
  const { t } = words
  return html`
    ${queryWarnings(query.q ?? '', t)}
    <div class="filter-row">
      <details class="filters">
        <summary>
          ${icon('sliders-horizontal')}
          <span>${t('filter.title')}</span>
          ${
            total > 1 &&
            html`<span class="meta list-order">${t(`filter.sorts.${query.sort ?? defaultOrder(list)}`)}</span>`
          }
        </summary>
        <form action="/${list}/list" method="get" class="filter-form">
          ${selectFields(list, query, t)}
          ${textFields(query, tags, t)}
          <div class="field filter-query">
            <label for="filter-query">${t('filter.query')}</label>
            ${querySuggestions(
              html`
                <input
                  id="filter-query"
                  name="q"
                  value="${query.q}"
                  placeholder="is:starred OR has:note"
                  maxlength="${MAX_QUERY}"
                  autocomplete="off"
                  autocapitalize="none"
                  spellcheck="false"
                  data-query-completion-target="field"
                >
              `,
              'filter-suggestions',
              t,
            )}
          </div>
          <div class="form-buttons"><button class="button">${t('filter.apply')}</button></div>
        </form>
      </details>
      ${chips(list, query, t)}
    </div>
  `
}

/** @returns the fields for the order, the reading time and the kind of entries */
function selectFields(list: ListView['list'], query: ListQuery, t: Localization['t']): Html {
  return html`
    ${selectField({
      id: 'filter-sort',
      name: 'sort',
      label: t('filter.sort'),
      value: query.sort ?? defaultOrder(list),
      options: sortsOf(list).map((one) => [one, t(`filter.sorts.${one}`)]),
    })}
    ${selectField({
      id: 'filter-within',
      name: 'within',
      label: t('filter.within'),
      value: String(query.within ?? ''),
      options: [
        ['', t('filter.any')],
        ...WITHIN_MINUTES.map((count): SelectOption => [String(count), t('filter.minutes', { count })]),
      ],
    })}
    ${selectField({
      id: 'filter-has',
      name: 'has',
      label: t('filter.has'),
      value: query.has ?? '',
      options: [['', t('filter.any')], ...HAS_VALUES.map((one): SelectOption => [one, t(`filter.kinds.${one}`)])],
    })}
  `
}

/** @returns the fields for a tag, a site and a language */
function textFields(query: ListQuery, tags: readonly string[], t: Localization['t']): Html {
  return html`
    ${tagAndSiteFields('filter', query, tags, t)}
    <div class="field">
      <label for="filter-language">${t('filter.language')}</label>
      <input
        id="filter-language"
        name="language"
        value="${query.language}"
        placeholder="${t('filter.languageExample')}"
        maxlength="3"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
      >
    </div>
  `
}

function sortsOf(list: ListView['list']): ListSort[] {
  return [defaultOrder(list), ...SORTS.filter((one) => !DEFAULT_ORDERS.includes(one))]
}

function chips(list: ListView['list'], query: ListQuery, t: Localization['t']): Child {
  const names = Object.keys(query) as (keyof ListQuery)[]
  if (names.length === 0) return null
  const active = names.flatMap((name) => {
    if (name === 'q') return queryChips(list, query, t)
    const { [name]: _left, ...rest } = query
    return filterChip(listHref(list, rest), chipText(query, name, t), t)
  })
  return filterChips(active, isFiltered(query) ? listHref(list, {}) : undefined, t)
}

/** @returns one link for each condition that the query joins with AND. The link removes this condition only. */
function queryChips(list: ListView['list'], { q = '', ...others }: ListQuery, t: Localization['t']): Html[] {
  const query = parseQuery(q)
  const nodes = query.node?.type === 'and' ? query.node.nodes : query.node ? [query.node] : []
  if (nodes.length === 0) return [filterChip(listHref(list, others), q, t)]
  return nodes.map((node) => {
    const rest = nodes.filter((one) => one !== node)
    const left = printQuery({ ...query, node: rest.length < 2 ? rest[0] : { type: 'and', nodes: rest } })
    const label = printQuery({ ...query, node, sort: [], limit: undefined })
    return filterChip(listHref(list, { ...others, ...(left !== '' && { q: left }) }), label, t)
  })
}

function chipText(query: ListQuery, name: Exclude<keyof ListQuery, 'q'>, t: Localization['t']): string {
  const { sort = 'newest', has = 'untagged', within = 0, from = 0 } = query
  const texts: Readonly<Record<Exclude<keyof ListQuery, 'q'>, () => string>> = {
    sort: () => t(`filter.sorts.${sort}`),
    has: () => t(`filter.kinds.${has}`),
    within: () => t('filter.fits', { count: within }),
    from: () => t('filter.takes', { count: from }),
    tag: () => `#${query.tag}`,
    site: () => query.site ?? '',
    language: () => query.language ?? '',
  }
  return texts[name]()
}
