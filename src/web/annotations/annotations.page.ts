import { shownSite } from '../../entries/shown-site.ts'
import { drawing } from '../layout/drawing.ts'
import type { AnnotationFilter } from '../../annotations/annotation-filter.ts'
import { markdownQuotation } from '../../exports/annotations/annotation-markdown.ts'
import { annotationFilters, annotationsHref } from './annotation-filter-form.ts'
import { annotationTags, colorMark } from './annotation-section.ts'
import { listedHref, type ListedAnnotation } from '../../annotations/listed-annotation.ts'
import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { dateText } from '../layout/date-text.ts'
import { copyButton } from '../layout/copyable-text.ts'
import { layout } from '../layout/layout.ts'
import type { PageFrame } from '../layout/layout.ts'

interface AnnotationsView {
  readonly frame: PageFrame
  readonly filter: AnnotationFilter
  /** labels of the owner's tags, which the tag filter suggests */
  readonly tags: readonly string[]
  readonly annotations: readonly ListedAnnotation[]
  /** number of annotations and notes that match the filter */
  readonly total: number
  /** number of notes among them */
  readonly notes: number
  /** number of imported annotations that have no entry */
  readonly unplaced: number
  readonly page: number
  readonly pages: number
}

/** @returns the page that lists the annotations and the notes of all entries, with filters and links to export files */
export function annotationsPage(view: AnnotationsView): Html {
  const { frame, annotations, total, notes } = view
  const { t } = frame.words
  const title = t('annotations.title')
  const main = html`
    <header class="page-head annotations-head">
      <h1>${title}</h1>
      ${
        total > 0 &&
        html`<p class="meta">
          ${t('annotations.count', { count: total - notes })}${notes > 0 && ` · ${t('annotations.notes', { count: notes })}`}
        </p>`
      }
      ${view.unplaced > 0 && html`<p><a href="/import/unplaced">${t('unplaced.link', { count: view.unplaced })}</a></p>`}
    </header>
    ${(total > 0 || Object.keys(view.filter).length > 0) && annotationFilters(view.filter, view.tags, t)}
    ${
      annotations.length === 0
        ? empty(view)
        : html`<ol class="quote-list">${annotations.map((one) => quote(view, one))}</ol>${pager(view)}`
    }
  `
  return layout({ frame, title, kind: 'lists', current: 'annotations', main, sheets: ['annotations', 'search'] })
}

function empty({ frame: { words }, filter }: AnnotationsView): Html {
  if (Object.keys(filter).length > 0) {
    return html`
      <section class="empty">
        ${drawing('search')}
        <h2>${words.t('annotations.nothing')}</h2>
        <p><a href="/annotations">${words.t('filter.clear')}</a></p>
      </section>
    `
  }
  return html`
    <section class="empty">
      ${drawing('marker')}
      <h2>${words.t('annotations.emptyTitle')}</h2>
      <p>${words.t('annotations.empty')}</p>
    </section>
  `
}

function quote({ frame: { words } }: AnnotationsView, one: ListedAnnotation): Html {
  return html`
    <li class="quote-item">
      ${
        one.id !== null &&
        html`
          <a class="quote-link" href="${listedHref(one)}">
            <blockquote dir="auto" data-color="${one.color}">
              ${one.quote === '' ? one.entryTitle : one.quote}
            </blockquote>
          </a>
        `
      }
      ${one.text !== '' && html`<p class="note" dir="auto">${one.text}</p>`}
      ${annotationTags(one.ownTags)}
      <p class="meta">
        <span class="quote-title">
          <a href="${one.id === null ? listedHref(one) : `/view/${one.entryId}`}"><bdi>${one.entryTitle}</bdi></a>
        </span>
        ${one.siteName !== '' && html`<span><bdi>${shownSite(one.siteName)}</bdi></span>`}
        <span>${dateText(new Date(one.createdAt), words, 'short')}</span>
      </p>
      <div class="quote-tools">
        ${one.id !== null && colorMark(one.color, words.t)}
        ${copyButton(markdownQuotation(one), words.t('annotations.copy'), words.t)}
      </div>
    </li>
  `
}

function pager({ frame: { words }, filter, page, pages }: AnnotationsView): Child {
  const { t } = words
  const href = (number: number): string => annotationsHref(filter, number)
  if (pages <= 1) return null
  return html`
    <nav class="pager" aria-label="${t('annotations.pages')}">
      ${page > 1 && html`<a href="${href(page - 1)}" rel="prev">${t('annotations.newer')}</a>`}
      <span>${t('annotations.place', { page, pages })}</span>
      ${page < pages && html`<a href="${href(page + 1)}" rel="next">${t('annotations.older')}</a>`}
    </nav>
  `
}
