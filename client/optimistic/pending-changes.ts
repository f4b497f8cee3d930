/** Applies a change to the card of an entry in a part of a page that the server has sent. The result is ignored. */
type Apply = (card: Element) => unknown

/** The changes that the server may not have made yet, by the id of the card. */
const pending = new Map<string, Apply>()

/** A change that is applied to later versions of a card, until one of these functions is called. */
export interface PendingChange {
  /** ends it at once, because the change is taken back */
  readonly cancel: () => void
  /** ends it because the server has made the change */
  readonly settle: () => void
}

/**
 * Applies a change to all later versions of a card in this list that the server sends before it has made the change.
 * @param id id of the card
 * @param change shows the change on another version of the card
 */
export function keepPending(id: string, change: Apply): PendingChange {
  const { pathname } = location
  // The same change has another effect in another list: an archived entry leaves one and enters the other.
  const apply: Apply = (card) => location.pathname === pathname && change(card)
  pending.set(id, apply)
  const cancel = (): void => {
    if (pending.get(id) === apply) pending.delete(id)
  }
  const settle = (): void => {
    // A refresh that is under way was requested before the server made the change.
    if (isPageBusy()) document.addEventListener('turbo:load', cancel, { once: true })
    else cancel()
  }
  return { cancel, settle }
}

/** @returns whether Turbo is requesting the page, which may be older than the last change when it arrives */
export function isPageBusy(): boolean {
  return document.documentElement.hasAttribute('aria-busy')
}

/** Applies all pending changes to a page or a part of it that the server has sent. */
export function applyPending(part: ParentNode): void {
  for (const [id, apply] of pending) {
    const card = part.querySelector(`#${id}`)
    if (card) apply(card)
  }
}
