/** Milliseconds after an action in which the list may lose the focused card. */
const PERIOD = 10_000

let pending: AbortController | undefined

/**
 * Returns the focus to the list after an action on ticked entries: to the focused card, or if the action removed it, to
 * the next one that is still there. Without it, keys would have no card to act on.
 * @param bar the form of the action, which is about to be submitted
 */
export function focusAfterBulk(bar: HTMLFormElement): void {
  const ids = [...document.querySelectorAll('.card')].map(({ id }) => id)
  const from = document.activeElement?.closest('.card') ?? document.querySelector('.card:has(.card-check :checked)')
  const place = Math.max(0, ids.indexOf(from?.id ?? ''))
  const { href } = location
  pending?.abort()
  const listeners = (pending = new AbortController())
  const { signal } = listeners
  const restore = (): void => {
    const { activeElement } = document
    if (location.href !== href) return listeners.abort()
    // A render may be older than the action, and leave the card where it is.
    if (activeElement !== document.body && !bar.contains(activeElement)) return
    listeners.abort()
    const heir = [...ids.slice(place), ...ids.slice(0, place).toReversed()].map(cardOf).find((card) => card !== null)
    const target = heir?.querySelector<HTMLElement>('[data-action-name=open]') ?? document.querySelector('h1')
    target?.focus({ preventScroll: true })
    heir?.scrollIntoView({ block: 'nearest' })
  }
  document.addEventListener('turbo:render', restore, { signal })
  document.addEventListener('pointerdown', () => listeners.abort(), { signal })
  setTimeout(() => listeners.abort(), PERIOD)
}

const cardOf = (id: string): HTMLElement | null => document.getElementById(id)
