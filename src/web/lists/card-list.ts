import { html, type Child, type Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'

/** Names of the Stimulus controllers for a list of cards (client/controllers). */
const CONTROLLERS = 'pending-fetch bulk swipe cards'
/** Browser events in a list of cards, each with the controller method that handles it. */
const ACTIONS =
  'submit->cards#send pointerdown->swipe#begin pointermove->swipe#move pointerup->swipe#end ' +
  'pointercancel->swipe#end click->swipe#guard:capture turbo:before-cache@document->swipe#clear'
/** The event before the browser fetches the next page of a list. */
const NEXT_PAGE_ACTION = ' turbo:before-fetch-request->cards#count'

/**
 * @param content the bar for actions on several cards, and the cards
 * @param isEndless true if the next page is fetched when the end of the list scrolls into view
 * @returns the element of a list, whose controllers send the actions on cards and follow changes
 */
export function cardList(content: Child, isEndless: boolean, t: Localization['t']): Html {
  return html`
    <div
      class="list"
      data-live
      data-controller="${CONTROLLERS}"
      data-action="${ACTIONS}${isEndless && NEXT_PAGE_ACTION}"
      data-cards-failed-value="${t('list.notDone')}"
    >
      ${content}
    </div>
  `
}
