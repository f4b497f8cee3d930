/**
 * Maximum time in milliseconds from the action to the update of the list. If the update comes later, the focus is not
 * restored.
 */
const PERIOD = 10_000

/**
 * Returns the focus to the list after an action on ticked entries: to the card that had the focus, or else to the first
 * ticked card. If that card was removed, the next card gets the focus. Without a focused card, single-key shortcuts
 * have no effect.
 * @param bar the form of the action, which is being submitted
 */
export function focusAfterBulk(bar: HTMLFormElement): void {
  const ids = [...document.querySelectorAll('.card')].map(({ id }) => id)
  const from = document.activeElement?.closest('.card') ?? document.querySelector('.card:has(.card-check :checked)')
  const place = Math.max(0, ids.indexOf(from?.id ?? ''))
  const { href } = location
  const listeners = new AbortController()
  const { signal } = listeners
  const stop = (): void => listeners.abort()
  const restore = (): void => {
    const { activeElement } = document
    if (location.href !== href) return stop()
    // The update of the list removes the focused element, so the body gets the focus. While an element outside of the
    // form still has the focus, the list is not updated yet.
    if (activeElement !== document.body && !bar.contains(activeElement)) return
    stop()
    const id = [...ids.slice(place), ...ids.slice(0, place).toReversed()].find((one) => document.getElementById(one))
    const target = document.querySelector<HTMLElement>(id ? `#${id} [data-action-name=open]` : 'h1')
    target?.focus()
  }
  addEventListener('turbo:render', restore, { signal })
  addEventListener('pointerdown', stop, { signal })
  setTimeout(stop, PERIOD)
}
