import { isLocalId } from '../sync/local-id.ts'
import { html, type Child, type Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import { ageText } from '../layout/date-text.ts'
import { cardActions } from './card-actions.ts'
import { nameOf, starDrawing } from './card-parts.ts'
import { isLongExcerpt } from '../../entries/listing/excerpt.ts'
import { siteCover } from './site-cover.ts'
import { tagList } from './tag-list.ts'
import type { Localization } from '../layout/localization.ts'
import type { EntryCardView } from './entry-card-view.ts'

interface EntryCardContext {
  readonly words: Localization
  readonly csrfToken: string
  /** path of the page that forms of the card return to */
  readonly back: string
}

/** @returns the card of one entry, with its actions */
export function entryCard(entry: EntryCardView, { words, csrfToken, back }: EntryCardContext): Html {
  const { t } = words
  const { id, title } = entry
  return html`
    <li class="card" id="entry-${id}">
      <article aria-labelledby="title-${id}">
        <label class="card-check">
          <input
            type="checkbox"
            name="ids[]"
            value="${id}"
            form="bulk"
            aria-labelledby="${nameOf('select', id)}"
            data-bulk-target="box"
          >
        </label>
        ${siteCover(entry)}
        <div class="card-text">
          <h2 class="card-title" id="title-${id}" dir="auto">
            ${entry.isStarred && starDrawing(t)}
            <a href="${openHref(id, back)}" id="open-${id}" data-action-name="open">${title}</a>
          </h2>
          <div class="card-line">
            ${cardMeta(entry, words)}${tagList(entry.tags, t)}${cardActions(entry, t, back)}
          </div>
          ${excerptLine(entry)}
          ${fetchLine(entry, t, { csrfToken, back })}
        </div>
        ${progressLine(entry, t)}
      </article>
    </li>
  `
}

/**
 * @returns an excerpt of the article that contains the search words; outside of searches, the beginning of the article
 */
function excerptLine({ snippet, excerpt }: EntryCardView): Child {
  if (snippet) return html`<p class="card-snippet" dir="auto">${snippet}</p>`
  if (excerpt === undefined) return null
  const name = isLongExcerpt(excerpt) ? 'card-snippet card-excerpt is-long' : 'card-snippet card-excerpt'
  return html`<p class="${name}" dir="auto">${excerpt}</p>`
}

function cardMeta(
  { siteName, siteIcon, readingMinutes, recording, author, annotations = 0, ...saved }: EntryCardView,
  words: Localization,
): Html {
  const { t } = words
  return html`
    <p class="card-meta meta">
      <span>
        ${
          siteIcon !== undefined &&
          html`<img class="site-icon" src="${siteIcon}" alt="" width="16" height="16" loading="lazy">`
        }
        ${siteName}
      </span>
      ${recording && html`<span>${t(`card.recording.${recording}`)}</span>`}
      ${readingMinutes > 0 && html`<span>${t('card.minutes', { count: readingMinutes })}</span>`}
      <span>
        ${saved.isRead && html`${t('card.readAt')} `}
        ${ageText(saved.shownAt ?? saved.savedAt, saved.ageMs, words)}
      </span>
      ${annotations > 0 && html`<span>${t('annotations.count', { count: annotations })}</span>`}
      ${author !== undefined && html`<span class="card-author">${author}</span>`}
    </p>
  `
}

function fetchLine(
  { id, fetch, url }: EntryCardView,
  t: Localization['t'],
  { csrfToken, back }: Pick<EntryCardContext, 'csrfToken' | 'back'>,
): Child {
  if (fetch.kind === 'done' || fetch.kind === 'kept' || fetch.kind === 'excerpt') return null
  if (fetch.kind === 'pending') {
    return html`
      <p class="card-state card-state-pending" data-pending-fetch-target="card" data-entry="${id}">
        ${isLocalId(id) ? t('card.unsent') : t('card.pending')}
      </p>
    `
  }
  return html`
    <form class="card-state card-state-failed" action="/refetch/${id}" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <input type="hidden" name="back" value="${back}" />
      <p title="${fetch.next(t)}">${icon('unplug')}${fetch.reason(t)}</p>
      <button>${t('card.retry')}</button>
      <a href="${url}" rel="noopener noreferrer">${t('card.original')}</a>
    </form>
  `
}

function progressLine({ progress = 0 }: EntryCardView, t: Localization['t']): Child {
  if (progress <= 0) return null
  const percent = Math.min(100, Math.max(1, Math.round(progress * 100)))
  return html`
    <progress class="card-progress" max="100" value="${percent}" aria-label="${t('card.progress', { percent })}"></progress>
  `
}

/**
 * @param back path of the page that contains the card
 * @returns the address of an entry. It names the list of the card, so that the links "previous" and "next" stay within
 *   that list.
 */
function openHref(id: number, back: string): string {
  if (back.startsWith('/search?')) return `/view/${id}?list=search&${back.slice('/search?'.length)}`
  const [, collection] = /^\/collections\/(\d+)(?:\/\d+)?$/.exec(back) ?? []
  if (collection !== undefined) return `/view/${id}?list=collection&id=${collection}`
  const [, list, query = ''] = /^\/(unread|reading|starred|archive|all)\/list(?:\/\d+)?(?:\?(.*))?$/.exec(back) ?? []
  if (list === undefined || (list === 'unread' && query === '')) return `/view/${id}`
  return `/view/${id}?list=${list}${query === '' ? '' : `&${query}`}`
}
