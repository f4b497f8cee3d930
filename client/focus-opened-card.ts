/** Ids of the cards on the most recently opened list, in order. */
let cards: readonly string[] = []
/** Id of the card whose article was opened last. */
let opened: string | undefined
let isByKey = false

/**
 * Focuses the card of an article when a keyboard user returns from the article to the list, so that the user does not
 * start again at the top. If the card is no longer on the list, the next card gets the focus.
 */
export function focusOpenedCard(): void {
  addEventListener('keydown', () => (isByKey = true), true)
  addEventListener('pointerdown', () => (isByKey = false), true)
  addEventListener('turbo:before-render', () => {
    const shown = [...document.querySelectorAll('.card')]
    if (shown.length > 0) cards = shown.map(({ id }) => id)
  })
  document.addEventListener('turbo:visit', ({ detail }) => (opened = cardOf(detail.url) ?? opened))
  addEventListener('turbo:load', () => {
    // The user may go back before the event for the article arrives. The address is then that of the list already.
    if (!document.querySelector('.card')) return
    if (isByKey && document.activeElement === document.body) focusCard()
    opened = undefined
  })
}

/** @returns the id of the card of the article at this address; undefined for other pages */
function cardOf(url: string): string | undefined {
  const entry = /^\/view\/(\d+)$/.exec(new URL(url, location.href).pathname)?.[1]
  return entry && `entry-${entry}`
}

function focusCard(): void {
  if (opened === undefined) return
  const place = cards.indexOf(opened)
  const id = [opened, ...cards.slice(place + 1)].find((one) => document.getElementById(one))
  if (place < 0 || id === undefined) return
  document.querySelector<HTMLElement>(`#${id} [data-action-name=open]`)?.focus({ preventScroll: true })
  // The user may have gone on to an article whose card is outside of the window.
  document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
}
