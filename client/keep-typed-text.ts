/**
 * Attributes that are updated even in a focused field, because they show the errors after the server has refused the
 * form.
 */
const OF_ERRORS = ['aria-invalid', 'aria-describedby']

/**
 * Keeps the focused field, the open note box and open menus unchanged when the page is refreshed. Otherwise, typed text
 * would be lost.
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
    const isOpen = target instanceof HTMLDetailsElement && detail.attributeName === 'open'
    if (isOpen) event.preventDefault()
    if (isTyped(target) && !OF_ERRORS.includes(detail.attributeName)) event.preventDefault()
  })
}

function isTyped(target: EventTarget | null): target is HTMLElement {
  const isField = target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea')
  return isField && target === document.activeElement
}
