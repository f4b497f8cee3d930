import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'

interface PagerView {
  readonly t: Localization['t']
  /** returns the address of a page by its number, from 1 */
  readonly href: (page: number) => string
  /** number of the current page, from 1 */
  readonly page: number
  readonly pages: number
  /** true if the pages are sorted by name instead of time, which changes the texts of the links */
  readonly isByName?: boolean
}

/** @returns the links to the previous and the next page; null if there is only one page */
export function pager({ t, href, page, pages, isByName = false }: PagerView): Child {
  if (pages <= 1) return null
  const [before, after] = isByName
    ? (['pager.previous', 'pager.next'] as const)
    : (['pager.newer', 'pager.older'] as const)
  return html`
    <nav class="pager" aria-label="${t('pager.label')}">
      <span>${page > 1 && link(href(page - 1), { rel: 'prev', label: t(before) })}</span>${' '}
      <span class="pager-place">${t('pager.place', { page, pages })}</span>${' '}
      <span>${page < pages && link(href(page + 1), { rel: 'next', label: t(after) })}</span>
    </nav>
  `
}

const link = (href: string, { rel, label }: { readonly rel: string; readonly label: string }): Html =>
  html`<a href="${href}" rel="${rel}">${label}</a>`
