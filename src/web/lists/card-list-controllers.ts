/** Controllers of a list of cards (client/controllers). */
export const LIST_CONTROLLERS = 'pending-fetch bulk swipe cards'
/** Events of a list of cards, and the methods that handle them. */
export const LIST_ACTIONS =
  'submit->cards#send pointerdown->swipe#begin pointermove->swipe#move pointerup->swipe#end pointercancel->swipe#end click->swipe#guard:capture turbo:before-cache@document->swipe#clear'
