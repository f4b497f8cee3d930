import { listedHref, type ListedAnnotation } from '../../annotations/listed-annotation.ts'
import { html, type Html } from '../../kernel/html.ts'
import { dateText } from '../layout/date-text.ts'
import { drawing } from '../layout/drawing.ts'
import { icon } from '../layout/icon.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import { pager } from '../lists/pager.ts'

interface LeftHighlightsView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly highlights: readonly ListedAnnotation[]
  /** number of the page, from 1 */
  readonly page: number
  readonly pages: number
}

/** @returns the page with the highlights that are no longer reviewed. A button brings each back. */
export function leftHighlightsPage(view: LeftHighlightsView): Html {
  const { frame, highlights, page, pages } = view
  const { t } = frame.words
  const title = t('review.left')
  const main = html`
    <header class="page-head"><h1 tabindex="-1">${title}</h1></header>
    <p class="review-lead">${t('review.leftLead')}</p>
    ${
      highlights.length === 0
        ? html`<section class="empty">${drawing('marker')}<h2>${t('review.leftNone')}</h2></section>`
        : html`<ol class="quote-list">${highlights.map((one) => item(view, one))}</ol>`
    }
    ${pager({ t, href: (number) => `/review/left?page=${number}`, page, pages })}
    <p class="review-foot"><a href="/review">${t('review.toReview')}</a></p>
  `
  return layout({ frame, title, kind: 'lists', current: 'review', main, sheets: ['annotations', 'review'] })
}

function item({ frame: { words }, csrfToken }: LeftHighlightsView, one: ListedAnnotation): Html {
  return html`
    <li class="quote-item">
      <a class="quote-link" href="${listedHref(one)}">
        <blockquote dir="auto" data-color="${one.color}">${one.quote}</blockquote>
      </a>
      ${one.text !== '' && html`<p class="note" dir="auto">${one.text}</p>`}
      <p class="meta">
        <span class="quote-title"><a href="/view/${one.entryId}"><bdi>${one.entryTitle}</bdi></a></span>
        <span>${dateText(new Date(one.createdAt), words, 'short')}</span>
      </p>
      <form class="quote-tools" action="/review/${one.id}/return" method="post">
        <input type="hidden" name="token" value="${csrfToken}" />
        <button class="button-quiet">
          ${icon('repeat')}
          <span>${words.t('review.return')}</span>
          <span class="unseen">${one.quote.slice(0, 80)}</span>
        </button>
      </form>
    </li>
  `
}
