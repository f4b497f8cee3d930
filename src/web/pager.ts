import { html } from '../kernel/html.ts'
import type { Child, Html } from '../kernel/html.ts'
import type { Words } from './words.ts'

export interface PagerView {
  readonly t: Words['t']
  /** Path of the list without its page number, such as `/unread/list`. */
  readonly path: string
  /** Counted from 1. */
  readonly page: number
  readonly pages: number
}

/** @returns links to the neighbouring pages, or nothing where one page holds all */
export function pager({ t, path, page, pages }: PagerView): Child {
  if (pages <= 1) return null
  return html`<nav class="pager" aria-label="${t('pager.label')}">
<span>${page > 1 && link(path, page - 1, { rel: 'prev', label: t('pager.newer') })}</span>
<span class="pager-place">${t('pager.place', { page, pages })}</span>
<span>${page < pages && link(path, page + 1, { rel: 'next', label: t('pager.older') })}</span>
</nav>`
}

const link = (path: string, page: number, { rel, label }: { readonly rel: string; readonly label: string }): Html =>
  html`<a href="${path}/${page}" rel="${rel}">${label}</a>`
