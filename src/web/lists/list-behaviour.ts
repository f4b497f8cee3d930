/** What moves a list of cards, where scripts run (client/controllers). */
export const LIST_CONTROLLERS = 'pending bulk swipe cards'
/** What is done with a list, and which controller does it. */
export const LIST_ACTIONS =
  'submit->cards#send pointerdown->swipe#begin pointermove->swipe#move pointerup->swipe#end pointercancel->swipe#end click->swipe#guard:capture turbo:before-cache@document->swipe#clear'
