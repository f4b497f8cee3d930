import { html, type Child, type Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { Words } from '../layout/words.ts'
import type { ListView } from './list-view.ts'
import {
  HAS,
  isNarrowed,
  listHref,
  SORTS,
  USUAL,
  usualOrder,
  WITHIN,
  type ListQuery,
  type ListSort,
} from './list-query.ts'

/** @returns the form that filters and sorts a list, and the active filters, each with a link that removes it */
export function listFilters({ frame: { words }, list, query, tags }: ListView): Html {
  const { t } = words
  return html`<div class="filter-row"><details class="filters"><summary>${icon('sliders-horizontal')}<span>${t('filter.title')}</span></summary>
<form action="/${list}/list" method="get" class="filter-form">
${choice({ name: 'sort', label: t('filter.sort'), value: query.sort ?? usualOrder(list), options: sortsOf(list).map((one) => [one, t(`filter.sorts.${one}`)]) })}
${choice({ name: 'within', label: t('filter.within'), value: String(query.within ?? ''), options: [['', t('filter.any')], ...WITHIN.map((count) => [String(count), t('filter.minutes', { count })] as const)] })}
${choice({ name: 'has', label: t('filter.has'), value: query.has ?? '', options: [['', t('filter.any')], ...HAS.map((one) => [one, t(`filter.kinds.${one}`)] as const)] })}
<div class="field"><label for="filter-tag">${t('filter.tag')}</label><input id="filter-tag" name="tag" value="${query.tag}" list="filter-tags" autocomplete="off" autocapitalize="none"><datalist id="filter-tags">${tags.map((label) => html`<option value="${label}"></option>`)}</datalist></div>
<div class="field"><label for="filter-site">${t('filter.site')}</label><input id="filter-site" name="site" value="${query.site}" placeholder="${t('filter.siteExample')}" autocomplete="off" autocapitalize="none" spellcheck="false"></div>
<div class="field"><label for="filter-language">${t('filter.language')}</label><input id="filter-language" name="language" value="${query.language}" placeholder="${t('filter.languageExample')}" maxlength="3" autocomplete="off" autocapitalize="none" spellcheck="false"></div>
<div class="form-buttons"><button class="button">${t('filter.apply')}</button></div>
</form></details>
${chips(list, query, t)}</div>`
}

function sortsOf(list: ListView['list']): ListSort[] {
  return [usualOrder(list), ...SORTS.filter((one) => !USUAL.includes(one))]
}

interface Choice {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
}

function choice({ name, label, value, options }: Choice): Html {
  return html`<div class="field"><label for="filter-${name}">${label}</label><select id="filter-${name}" name="${name}">${options.map(([one, text]) => (one === value ? html`<option value="${one}" selected>${text}</option>` : html`<option value="${one}">${text}</option>`))}</select></div>`
}

function chips(list: ListView['list'], query: ListQuery, t: Words['t']): Child {
  const names = Object.keys(query) as (keyof ListQuery)[]
  if (names.length === 0) return null
  return html`<ul class="chips" aria-label="${t('filter.active')}">
${names.map((name) => {
  const { [name]: _left, ...rest } = query
  return html`<li><a href="${listHref(list, rest)}" title="${t('filter.remove')}"><bdi>${chipText(query, name, t)}</bdi>${icon('x')}<span class="unseen">${t('filter.remove')}</span></a></li>\n`
})}${isNarrowed(query) && html`<li><a class="chip-clear" href="${listHref(list, {})}">${t('filter.clear')}</a></li>`}</ul>`
}

function chipText(query: ListQuery, name: keyof ListQuery, t: Words['t']): string {
  const { sort = 'newest', has = 'untagged', within = 0, from = 0 } = query
  const texts: Readonly<Record<keyof ListQuery, () => string>> = {
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
