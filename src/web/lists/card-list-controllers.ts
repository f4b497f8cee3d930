/** Names of the Stimulus controllers for a list of cards (client/controllers). */
export const LIST_CONTROLLERS = 'pending-fetch bulk swipe cards'
/** Browser events in a list of cards, each with the controller method that handles it. */
export const LIST_ACTIONS =
  'submit->cards#send pointerdown->swipe#begin pointermove->swipe#move pointerup->swipe#end ' +
  'pointercancel->swipe#end click->swipe#guard:capture turbo:before-cache@document->swipe#clear'
