/** The used part of `Storage`. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Maximum number of texts that wait; a browser keeps some megabytes. */
const MOST = 100

/** Texts with addresses that could not be sent without a network, kept in the browser until they are saved. */
export interface WaitingSaves {
  /** @returns the texts, oldest first */
  list(): readonly string[]
  add(text: string): void
  remove(text: string): void
}

/**
 * @param store of the browser; signing out clears it
 * @param user name of the account, because another may sign in to the same browser
 */
export function waitingSaves(store: TextStore, user: string): WaitingSaves {
  const key = `dogear-waiting-saves:${user}`
  const list = (): string[] => {
    try {
      const kept: unknown = JSON.parse(store.getItem(key) ?? '[]')
      return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : []
    } catch {
      return []
    }
  }
  const write = (texts: readonly string[]): void => {
    if (texts.length === 0) store.removeItem(key)
    else store.setItem(key, JSON.stringify(texts.slice(-MOST)))
  }
  return {
    list,
    add: (text) => write([...list().filter((other) => other !== text), text]),
    remove: (text) => write(list().filter((other) => other !== text)),
  }
}
