import { html } from '../kernel/html.ts'
import type { Child, Html } from '../kernel/html.ts'

export interface PagerView {
  /** Path of the list without its page number, such as `/unread/list`. */
  readonly path: string
  /** Counted from 1. */
  readonly page: number
  readonly pages: number
}

const WORDS = {
  label: 'Pages',
  newer: 'Newer',
  older: 'Older',
  place: (page: number, pages: number) => `${page} of ${pages}`,
}

/** @returns links to the neighbouring pages, or nothing where one page holds all */
export function pager({ path, page, pages }: PagerView): Child {
  if (pages <= 1) return null
  return html`<nav class="pager" aria-label="${WORDS.label}">
<span>${page > 1 && link(path, page - 1, { rel: 'prev', label: WORDS.newer })}</span>
<span class="pager-place">${WORDS.place(page, pages)}</span>
<span>${page < pages && link(path, page + 1, { rel: 'next', label: WORDS.older })}</span>
</nav>`
}

const link = (path: string, page: number, { rel, label }: { readonly rel: string; readonly label: string }): Html =>
  html`<a href="${path}/${page}" rel="${rel}">${label}</a>`
