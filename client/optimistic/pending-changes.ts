/** Applies a change to the card of an entry in a part of a page that the server has sent. The result is ignored. */
type Apply = (card: Element) => unknown

/** A change that the server may not have made yet, or that pages from the cache do not show. */
interface Pending {
  /** id of the card */
  readonly id: string
  /** @param revision of the user's data on the page; infinite for parts of pages, which come from the server */
  readonly apply: (card: Element, revision: number) => unknown
}

/** The pending changes. A later change with the same key replaces an earlier one. */
const pending = new Map<string, Pending>()

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
  const cancel = keep(id, { id, apply })
  const settle = (): void => {
    // A refresh that is under way was requested before the server made the change.
    if (isPageBusy()) document.addEventListener('turbo:load', cancel, { once: true })
    else cancel()
  }
  return { cancel, settle }
}

/**
 * Applies a change that was made in the reader to the card of the entry in all lists that are shown from now on. Lists from
 * Turbo's cache are older than the change, also after the server has made it.
 * @param id id of the card
 * @param field what the change sets. A later change of the same field replaces it.
 * @param change shows the change on a card in the list at the current address
 */
export function keepForLists(id: string, field: string, change: Apply): PendingChange {
  const since = revisionOf(document)
  let isSettled = false
  const cancel = keep(`${id} ${field}`, {
    id,
    // Pages that the service worker renders have revision 0. They contain the changes that it has received.
    apply: (card, revision) => (!isSettled || (revision > 0 && revision <= since)) && change(card),
  })
  return { cancel, settle: () => void (isSettled = true) }
}

/** @returns a function that ends a pending change */
function keep(key: string, change: Pending): () => void {
  // The latest change is applied last.
  pending.delete(key)
  pending.set(key, change)
  return () => {
    if (pending.get(key) === change) pending.delete(key)
  }
}

const revisionOf = (page: ParentNode): number =>
  Number(page.querySelector<HTMLElement>('main')?.dataset['revision'] || Infinity)

/** @returns whether Turbo is requesting the page, which may be older than the last change when it arrives */
export function isPageBusy(): boolean {
  return document.documentElement.hasAttribute('aria-busy')
}

/** Applies all pending changes to a page or a part of it that the server has sent. */
export function applyPending(part: ParentNode): void {
  const revision = revisionOf(part)
  for (const { id, apply } of pending.values()) {
    const card = part.querySelector(`#${id}`)
    if (card) apply(card, revision)
  }
}
