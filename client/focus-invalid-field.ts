/**
 * Moves the focus to the first invalid field of the submitted form if it is refused. Turbo updates the page in place, so
 * the `autofocus` of the field has no effect.
 */
export function focusInvalidField(): void {
  const listeners = new AbortController()
  const options = { signal: listeners.signal, once: true }
  const focus = (): void => {
    if (!document.activeElement?.matches('[aria-invalid=true]'))
      document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }
  document.addEventListener(
    'turbo:submit-end',
    ({ detail }) => {
      if (detail.success) listeners.abort()
      else addEventListener('turbo:render', focus, options)
    },
    options,
  )
}
