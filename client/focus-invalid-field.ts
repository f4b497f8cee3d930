/** Height in pixels of the bar at the bottom of narrow windows, with some space. */
const BAR = 80

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
  const field = document.activeElement?.closest<HTMLElement>('[aria-invalid=true]')
  if (!field) document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  showMessage(document.activeElement)
}

/** Scrolls to the message of a field. It is below the field, which the browser shows at the edge of the window. */
function showMessage(field: Element | null): void {
  const [id = ''] = (field?.getAttribute('aria-describedby') ?? '').split(' ')
  const message = document.getElementById(id)
  if (message && message.getBoundingClientRect().bottom > innerHeight - BAR) message.scrollIntoView({ block: 'center' })
}
