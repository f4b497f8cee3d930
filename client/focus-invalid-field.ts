/**
 * Moves the focus to the first invalid field of a refused form. Turbo updates the page in place, so the `autofocus` of the
 * field has no effect.
 */
export function focusInvalidField(): void {
  let isRefused = false
  document.addEventListener('turbo:submit-end', ({ detail }) => (isRefused = !detail.success))
  addEventListener('turbo:render', () => {
    if (isRefused && !document.activeElement?.matches('[aria-invalid=true]'))
      document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    isRefused = false
  })
}
