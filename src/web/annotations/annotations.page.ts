import type { ListedAnnotation } from '../../annotations/list-annotations.ts'
import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { dateText } from '../layout/date-text.ts'
import { layout } from '../layout/layout.ts'
import type { PageFrame } from '../layout/layout.ts'

export interface AnnotationsView {
  readonly frame: PageFrame
  readonly annotations: readonly ListedAnnotation[]
  readonly total: number
  readonly page: number
  readonly pages: number
}

/** @returns all annotations, newest first */
export function annotationsPage(view: AnnotationsView): Html {
  const { frame, annotations, total } = view
  const { t } = frame.words
  const title = t('annotations.title')
  const main = html`<header class="page-head annotations-head"><h1>${title}</h1>
${total > 0 && html`<p class="meta">${t('annotations.count', { count: total })}</p>`}</header>
${annotations.length === 0 ? empty(view) : html`<ol class="quote-list">${annotations.map((one) => quote(view, one))}</ol>${pager(view)}`}`
  return layout({ frame, title, kind: 'lists', current: 'annotations', main, sheets: ['annotations'] })
}

function empty({ frame: { words } }: AnnotationsView): Html {
  return html`<section class="empty"><h2>${words.t('annotations.emptyTitle')}</h2>
<p>${words.t('annotations.empty')}</p></section>`
}

function quote({ frame: { words } }: AnnotationsView, one: ListedAnnotation): Html {
  return html`<li class="quote-item">
<a class="quote-link" href="/view/${one.entryId}#annotation-${one.id}"><blockquote dir="auto">${one.quote === '' ? one.entryTitle : one.quote}</blockquote></a>
${one.text !== '' && html`<p class="note" dir="auto">${one.text}</p>`}
<p class="meta"><span class="quote-title"><a href="/view/${one.entryId}"><bdi>${one.entryTitle}</bdi></a></span>
${one.siteName !== '' && html`<span><bdi>${one.siteName}</bdi></span>`}
<span>${dateText(new Date(one.createdAt), words, 'short')}</span></p>
</li>
`
}

const href = (number: number): string => (number === 1 ? '/annotations' : `/annotations/list/${number}`)

function pager({ frame: { words }, page, pages }: AnnotationsView): Child {
  const { t } = words
  if (pages <= 1) return null
  return html`<nav class="pager" aria-label="${t('annotations.pages')}">
${page > 1 && html`<a href="${href(page - 1)}" rel="prev">${t('annotations.newer')}</a>`}
<span>${t('annotations.place', { page, pages })}</span>
${page < pages && html`<a href="${href(page + 1)}" rel="next">${t('annotations.older')}</a>`}
</nav>`
}
