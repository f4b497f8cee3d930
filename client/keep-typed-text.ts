/**
 * When the page is refreshed, keeps the focused field and the open note box as they are, so that no typed text is lost.
 */
export function keepTypedText(): void {
  document.addEventListener('turbo:before-morph-element', (event) => {
    const { target } = event
    if (!(target instanceof HTMLElement)) return
    const isTyped = target === document.activeElement && target.matches('input:not([type=checkbox]), textarea')
    if (isTyped || target.matches('#note-box:popover-open')) event.preventDefault()
  })
}
