/** Name in the local storage of the items of the command palette that were used last, as JSON. */
const NAME = 'dogear.palette.used'
/** Maximum number of these items. */
const MAX_USED = 5

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

interface Keyed {
  /** the path that the item opens, or its command */
  readonly key: string
}

/** @returns those of the items that were used last, the last one first */
export function usedItems<Item extends Keyed>(items: readonly Item[], storage: Storage = localStorage): Item[] {
  return usedKeys(storage).flatMap((key) => items.find((item) => item.key === key) ?? [])
}

/** Remembers that the user has chosen an item. */
export function rememberUse(key: string, storage: Storage = localStorage): void {
  const keys = [key, ...usedKeys(storage).filter((one) => one !== key)].slice(0, MAX_USED)
  try {
    storage.setItem(NAME, JSON.stringify(keys))
  } catch {
    // The storage is full or turned off. The palette then has no items that were used last.
  }
}

function usedKeys(storage: Storage): string[] {
  try {
    const keys: unknown = JSON.parse(storage.getItem(NAME) ?? '[]')
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}
