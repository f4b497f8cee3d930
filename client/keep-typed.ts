/** Keeps what the user types when the page reloads in place: the field in focus, and the open box for a note. */
export function keepTyped(): void {
  document.addEventListener('turbo:before-morph-element', (event) => {
    const { target } = event
    if (!(target instanceof HTMLElement)) return
    const isTyped = target === document.activeElement && target.matches('input:not([type=checkbox]), textarea')
    if (isTyped || target.matches('#note-box:popover-open')) event.preventDefault()
  })
}
