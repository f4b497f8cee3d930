/** Attributes of a focused field that follow the page, because they belong to the error of a refused form. */
const OF_ERRORS = ['aria-invalid', 'aria-describedby']

/**
 * When the page is refreshed, keeps the focused field and the open note box as they are, so that no typed text is lost.
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
    if (isTyped(target) && !OF_ERRORS.includes(detail.attributeName)) event.preventDefault()
  })
}

function isTyped(target: EventTarget | null): target is HTMLElement {
  const isField = target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea')
  return isField && target === document.activeElement
}
