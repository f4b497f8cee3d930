import { html, type Child, type Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'
import type { Viewer } from '../layout/viewer.ts'
import { cardCollectionsTemplate } from '../cards/card-collections-panel.ts'
import { cardTagsTemplate } from '../cards/card-tags-panel.ts'
import { cardParts, type CardPartsView } from '../cards/card-parts.ts'

/** Names of the Stimulus controllers for a list of cards (client/controllers). */
const CONTROLLERS = 'pending-fetch bulk swipe cards'
/** Browser events in a list of cards, each with the controller method that handles it. */
const ACTIONS =
  'submit->cards#send turbo:submit-end->cards#sent click->cards#openPanel change->bulk#change ' +
  'pointerdown->swipe#begin pointermove->swipe#move pointerup->swipe#end pointercancel->swipe#end ' +
  'click->swipe#guard:capture turbo:before-cache@document->swipe#clear'
/** The event before the browser fetches the next page of a list. */
const NEXT_PAGE_ACTION = ' turbo:before-fetch-request->cards#count'

interface CardListView extends CardPartsView {
  readonly viewer: Viewer | undefined
  /** the bar for actions on several cards, and the cards */
  readonly content: Child
  /** true if the next page is fetched when the end of the list scrolls into view */
  readonly isEndless: boolean
}

/** @returns the element of a list, whose controllers send the actions on cards and follow changes */
export function cardList({ content, isEndless, viewer, ...parts }: CardListView): Html {
  return html`
    <div
      class="list"
      data-live
      data-controller="${CONTROLLERS}"
      data-action="${ACTIONS}${isEndless && NEXT_PAGE_ACTION}"
      data-cards-done-value="${JSON.stringify(doneTexts(parts.t))}"
      data-cards-failed-value="${parts.t('list.notDone')}"
    >
      ${cardParts(parts)}
      ${cardTagsTemplate(parts)}
      ${cardCollectionsTemplate({ ...parts, collections: viewer?.collections ?? [] })}
      ${content}
    </div>
  `
}

/**
 * @returns the messages about changes of cards, which a script shows before the server has answered, with `{title}` in place
 *   of the title. If there are several cards, `several` is shown there, with `#` in place of their number.
 */
function doneTexts(t: Localization['t']): Readonly<Record<string, string>> {
  const changes = ['archive', 'unarchive', 'star', 'unstar', 'delete', 'tag', 'untag'] as const
  const named = (what: string): string => t('done.named', { what, title: '{title}' })
  const texts = changes.map((change) => [change, named(t(`done.${change}`))])
  return { ...Object.fromEntries(texts), several: t('done.several') }
}
