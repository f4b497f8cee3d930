import { shownSite } from '../../entries/shown-site.ts'
import type { HighlightContext } from '../../annotations/highlight-context.ts'
import { listedHref, type ListedAnnotation } from '../../annotations/listed-annotation.ts'
import type { Review } from '../../annotations/review/list-review.ts'
import { html, type Child, type Html } from '../../kernel/html.ts'
import { keyTexts } from '../shortcuts/shortcut-help.page.ts'
import { KEYS } from '../shortcuts/key-bindings.ts'
import { dateText } from '../layout/date-text.ts'
import { drawing } from '../layout/drawing.ts'
import { icon } from '../layout/icon.ts'
import { layout, type PageFrame } from '../layout/layout.ts'

interface ReviewView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly review: Review
  /** the words around the highlights, by the id of the highlight */
  readonly contexts: ReadonlyMap<number, HighlightContext>
  /** the highlights that come next; empty if some are left for today, or were reviewed today */
  readonly upcoming: readonly ListedAnnotation[]
  /** number of highlights that are no longer reviewed when the page is drawn */
  readonly left: number
}

/**
 * @returns the page that shows the highlights of a day one after the other. It contains all of them, so that a script can
 *   show the next one at once (client/controllers/review_controller.ts). Without scripts, only the first one is visible.
 */
export function reviewPage(view: ReviewView): Html {
  const { frame, review } = view
  const { t } = frame.words
  const title = t('review.title')
  const { done, highlights } = review
  const total = done + highlights.length
  const main = html`
    <section
      id="review"
      class="review"
      data-controller="review swipe"
      data-review-done-value="${done}"
      data-review-failed-value="${t('frame.unsent')}"
      data-swipe-card-value=".review-card:not([data-swipe], [hidden])"
      data-swipe-start-value="later"
      data-swipe-end-value="keep"
      data-action="
        submit->review#send
        turbo:submit-end->review#leaveNote
        click->review#toggleNote
        pointerdown->swipe#begin:passive
        pointermove->swipe#move:passive
        pointerup->swipe#end
        pointercancel->swipe#end
        turbo:before-cache@document->swipe#clear
      "
    >
      <header class="page-head">
        <h1 tabindex="-1">${title}</h1>
        ${
          total > 0 &&
          html`
            <p class="meta" data-review-target="count">
              ${highlights.length > 0 && t('review.place', { number: done + 1, total })}
            </p>
          `
        }
      </header>
      ${total > 0 && html`<progress value="${done}" max="${total}" aria-label="${t('review.progress')}"></progress>`}
      ${highlights.map((one, index) => card(view, one, { number: done + index + 1, total, isShown: index === 0 }))}
      <section class="empty review-end" tabindex="-1" data-review-target="end" ?hidden="${highlights.length > 0}">
        ${end(view)}
      </section>
      ${foot(view)}
    </section>
  `
  return layout({ frame, title, kind: 'lists', keys: 'review', current: 'review', main, sheets: ['review'] })
}

interface CardPlace {
  readonly number: number
  readonly total: number
  readonly isShown: boolean
}

function card({ frame, csrfToken, contexts }: ReviewView, one: ListedAnnotation, place: CardPlace): Html {
  const { words } = frame
  const { t } = words
  const label = t('review.place', place)
  return html`
    <div
      class="review-card"
      role="group"
      aria-label="${label}"
      tabindex="-1"
      data-review-target="card"
      ?hidden="${!place.isShown}"
    >
      <article>
        <blockquote dir="auto" data-color="${one.color}">${quoteInContext(one, contexts.get(one.id ?? 0))}</blockquote>
        ${one.text !== '' && html`<p class="review-note" dir="auto">${one.text}</p>`}
        <p class="meta">
          <span><a href="${listedHref(one)}"><bdi>${one.entryTitle}</bdi></a></span>
          ${one.siteName !== '' && html`<span><bdi>${shownSite(one.siteName)}</bdi></span>`}
          <span>${dateText(new Date(one.createdAt), words, 'short')}</span>
          ${one.ownTags.map((label) => html`<span>#<bdi>${label}</bdi></span>`)}
        </p>
        <form class="review-decisions" action="/review/${one.id}" method="post">
          <input type="hidden" name="token" value="${csrfToken}" />
          ${decision('later', 'timer', frame)}
          ${decision('keep', 'check', frame)}
          ${decision('forget', 'x', frame)}
        </form>
        ${noteEditor({ csrfToken, frame }, one)}
      </article>
    </div>
  `
}

/** @returns the words of a highlight, between those around it in the article */
function quoteInContext(
  { quote }: ListedAnnotation,
  { before, after }: HighlightContext = { before: '', after: '' },
): Child {
  if (before === '' && after === '') return quote
  return html`
    ${before !== '' && html`<span class="review-context">${before}</span>`}
    <strong>${quote}</strong>
    ${after !== '' && html`<span class="review-context">${after}</span>`}
  `
}

type ReviewKey = 'keep' | 'later' | 'forget' | 'reviewNote' | 'undo' | 'help'

/** @returns the key of a shortcut; undefined if the user has turned shortcuts off */
function keyHint(name: ReviewKey, { viewer, words }: PageFrame): Child {
  const binding = KEYS.find((one) => one.name === name)
  return viewer?.hasShortcuts && binding
    ? html`<span class="key-hint" aria-hidden="true">${keyTexts(binding.keys, words.t)}</span>`
    : undefined
}

function decision(name: 'keep' | 'later' | 'forget', mark: string, frame: PageFrame): Html {
  const { t } = frame.words
  return html`
    <button
      class="${name === 'keep' ? 'button' : 'button-quiet'}"
      name="decision"
      value="${name}"
      title="${t(`review.does.${name}`)}"
      data-action-name="${name}"
    >
      ${icon(mark)}
      <span>${t(`review.${name}`)}</span>
      ${keyHint(name, frame)}
    </button>
  `
}

/** @returns the editor of the note. It opens in place. */
function noteEditor({ csrfToken, frame }: Pick<ReviewView, 'csrfToken' | 'frame'>, one: ListedAnnotation): Html {
  const { t } = frame.words
  return html`
    <details class="review-editor">
      <summary data-action-name="review-note">
        ${icon('pencil')}
        <span>${t(one.text === '' ? 'annotations.addNote' : 'annotations.editNote')}</span>
        ${keyHint('reviewNote', frame)}
      </summary>
      <form action="/review/${one.id}/note" method="post">
        <input type="hidden" name="token" value="${csrfToken}" />
        <label for="review-note-${one.id}">${t('annotations.note')}</label>
        <textarea
          id="review-note-${one.id}"
          name="text"
          rows="4"
          maxlength="100000"
          dir="auto"
          data-sent-by-keys
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          ${'\n'}${one.text}
        </textarea>
        <button class="button-quiet">${t('annotations.save')}</button>
      </form>
    </details>
  `
}

/** @returns what the page shows after the last highlight of the day, or if there is none */
function end({ frame: { words }, review: { done, highlights, hasHighlights, nextDay }, upcoming }: ReviewView): Html {
  const { t } = words
  const next = nextDay !== undefined && html`<p>${t('review.next', { day: words.day(new Date(nextDay), 'long') })}</p>`
  if (done + highlights.length > 0) {
    return html`
      <h2>${t('review.done')}</h2>
      ${next}
      <p><a href="/annotations">${t('review.toAnnotations')}</a></p>
    `
  }
  if (hasHighlights) {
    return html`
      ${drawing('done')}
      <h2>${t('review.nothing')}</h2>
      ${next}
      <p class="meta">${t('review.about')}</p>
      ${
        upcoming.length > 0 &&
        html`
          <h3>${t('review.upcoming')}</h3>
          <ul class="review-upcoming">
            ${upcoming.map((one) => html`<li><a href="${listedHref(one)}" dir="auto">${one.quote}</a></li>`)}
          </ul>
        `
      }
    `
  }
  return html`
    ${drawing('marker')}
    <h2>${t('review.emptyTitle')}</h2>
    <p>${t('review.empty')}</p>
    <p><a href="/unread/list">${t('review.toUnread')}</a> · <a href="/import/">${t('review.toImport')}</a></p>
  `
}

/** @returns the keys that are not on a button, and a link to the highlights that are no longer reviewed */
function foot({ frame, review: { done, highlights }, left }: ReviewView): Child {
  const { t } = frame.words
  const isReview = done + highlights.length > 0
  const hasKeys = isReview && frame.viewer?.hasShortcuts === true
  if (!isReview && left === 0) return undefined
  return html`
    <p class="meta review-foot">
      ${hasKeys && html`<span class="key-hint">${keyHint('undo', frame)} ${t('keys.does.undo')}</span>`}
      ${hasKeys && html`<span class="key-hint">${keyHint('help', frame)} ${t('keys.does.help')}</span>`}
      <span><a href="/review/left">${t('review.left')}</a></span>
    </p>
  `
}
