/**
 * Attributes that are updated even in a focused field, because they show the errors after the server has refused the
 * form.
 */
const OF_ERRORS = ['aria-invalid', 'aria-describedby']

/**
 * Keeps the focused field, the open note box, and what the user is doing with cards unchanged when the page is refreshed.
 * Otherwise, what was just typed or selected would be lost.
 */
export function keepTypedText(): void {
  document.addEventListener('turbo:before-morph-element', (event) => {
    const { target, detail } = event
    if (!(target instanceof HTMLElement)) return
    const isKept = isTyped(target) && (!detail.newElement || target instanceof HTMLTextAreaElement)
    if (isKept || target.matches('#note-box:popover-open')) event.preventDefault()
  })
  document.addEventListener('turbo:before-morph-attribute', (event) => {
    const { target, detail } = event
    if (isInUse(target, detail.attributeName)) event.preventDefault()
    if (isTyped(target) && !OF_ERRORS.includes(detail.attributeName)) event.preventDefault()
  })
}

function isTyped(target: EventTarget | null): target is HTMLElement {
  const isField = target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea')
  return isField && target === document.activeElement
}

/**
 * @returns whether an attribute shows what the user is doing: a ticked card, the actions after a long press, an open menu
 *   of the bar for ticked cards, or the focus on a block of the article; or what a script has revealed, such as a button
 *   that needs scripts
 */
function isInUse(target: EventTarget | null, attribute: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (attribute === 'hidden') return target.closest('[data-controller~=copy], [data-controller~=listen]') !== null
  if (target.dataset['readingBlock'] !== undefined && ['tabindex', 'data-reading-block'].includes(attribute))
    return true
  if (attribute === 'checked') return target.matches('.card-check input')
  return attribute === 'data-all' || (attribute === 'open' && target.matches('.bulk details'))
}
