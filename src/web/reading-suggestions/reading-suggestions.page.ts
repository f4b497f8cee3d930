import { html, type Html } from '../../kernel/html.ts'
import { cardParts } from '../cards/card-parts.ts'
import { entryCard } from '../cards/entry-card.ts'
import type { EntryCardView } from '../cards/entry-card-view.ts'
import { layout, type PageFrame } from '../layout/layout.ts'

const SUGGESTED_MINUTES = [5, 10, 20, 40] as const
/** Maximum number of minutes that a user can enter: one day. */
export const MAX_MINUTES = 1440

/** The reason for a suggestion: the entries are started, were saved longest ago, or were picked at random. */
export type SuggestionKind = 'begun' | 'oldest' | 'random'

export interface Suggestions {
  readonly kind: SuggestionKind
  readonly entries: readonly EntryCardView[]
}

interface ReadingSuggestionsView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly minutes: number
  /** groups of suggestions; empty groups are omitted */
  readonly groups: readonly Suggestions[]
}

/** @returns the address of the page that suggests entries for a number of minutes */
function minutesHref(minutes: number): string {
  return `/minutes?for=${minutes}`
}

/** @returns the page on which the user chooses a time and sees entries that can be read in it */
export function readingSuggestionsPage(view: ReadingSuggestionsView): Html {
  const { frame, minutes, groups } = view
  const { t } = frame.words
  const title = t('frame.places.minutes')
  const main = html`
    <h1 tabindex="-1">${title}</h1>
    <p class="lead">${t('minutes.titleFor', { count: minutes })}</p>
    ${choices(view)}
    ${groups.length === 0 && noSuggestions(frame)}
    ${groups.length > 0 && cardParts({ t, csrfToken: view.csrfToken, back: minutesHref(minutes) })}
    ${groups.map((group) => section(view, group))}
  `
  return layout({ frame, title, kind: 'lists', current: 'minutes', main, sheets: ['minutes'] })
}

function noSuggestions({ viewer, words: { t } }: PageFrame): Html {
  if (viewer?.counts?.unread === 0) return html`<section class="empty"><h2>${t('list.empty.unread')}</h2></section>`
  return html`
    <section class="empty">
      <h2>${t('minutes.nothing')}</h2>
      <p>${t('minutes.nothingHint')}</p>
    </section>
  `
}

function choices({ frame, minutes }: ReadingSuggestionsView): Html {
  const { t } = frame.words
  const links = SUGGESTED_MINUTES.map((count) => {
    const label = t('minutes.choice', { count })
    return count === minutes
      ? html`<li><a href="${minutesHref(count)}" aria-current="true">${label}</a></li>`
      : html`<li><a href="${minutesHref(count)}">${label}</a></li>`
  })
  return html`
    <ul class="minute-choices" aria-label="${t('minutes.title')}">${links}</ul>
    <form class="minute-form" action="/minutes" method="get">
      <label for="minutes">${t('minutes.other')}</label>
      <input
        id="minutes"
        name="for"
        type="number"
        min="1"
        max="${MAX_MINUTES}"
        value="${minutes}"
        inputmode="numeric"
        required
      >
      <button class="button">${t('minutes.show')}</button>
    </form>
  `
}

function section({ frame, csrfToken, minutes }: ReadingSuggestionsView, { kind, entries }: Suggestions): Html {
  const context = { words: frame.words, csrfToken, back: minutesHref(minutes) }
  return html`
    <section class="minute-group" aria-labelledby="minutes-${kind}">
      <h2 id="minutes-${kind}">${frame.words.t(`minutes.kinds.${kind}`)}</h2>
      <ul class="cards">${entries.map((entry) => entryCard(entry, context))}</ul>
    </section>
  `
}
