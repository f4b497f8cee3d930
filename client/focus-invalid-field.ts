/**
 * Focuses the first invalid field if the server refuses the submitted form. `autofocus` has no effect then, because
 * Turbo updates the page in place instead of loading it.
 */
export function focusInvalidField(): void {
  const listeners = new AbortController()
  const options = { signal: listeners.signal, once: true }
  document.addEventListener(
    'turbo:submit-end',
    ({ detail }) => {
      if (detail.success) listeners.abort()
      else addEventListener('turbo:render', focusFirst, options)
    },
    options,
  )
}

function focusFirst(): void {
  if (document.activeElement?.matches('[aria-invalid=true]')) return
  document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}
