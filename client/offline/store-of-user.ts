import { currentUser, openStore, setCurrentUser, type Store } from './open-store.ts'
import { isStale, loadLibrary, type Library } from './library.ts'

let store: { readonly user: number; readonly opened: Promise<Store> } | undefined
let library: Promise<Library | undefined> | undefined
let user: Promise<number | undefined> | undefined
/** whether a newer version of the app has upgraded the store. If so, this version cannot use it. */
let isOutdated = false

/**
 * @returns the store of the signed-in user; undefined if no one is signed in, or if a newer version has upgraded the
 * store
 */
export async function ownStore(): Promise<Store | undefined> {
  user ??= currentUser()
  const id = await user
  if (id === undefined || isOutdated) return undefined
  return storeOf(id).catch((error: unknown) => {
    if ((error as Error).name !== 'VersionError') throw error
    isOutdated = true
    return undefined
  })
}

/** @returns the id of the signed-in user; undefined if no one is signed in */
export function ownUser(): Promise<number | undefined> {
  return (user ??= currentUser())
}

/** @returns the store of a user. It is opened only once. */
export function storeOf(id: number): Promise<Store> {
  if (store?.user !== id) {
    void store?.opened.then((opened) => opened.close()).catch(() => undefined)
    store = { user: id, opened: openStore(id, outdate) }
  }
  return store.opened
}

export const isStoreOutdated = (): boolean => isOutdated

/** Stops using the store. Requests go to the server until the newer version takes over. */
function outdate(): void {
  isOutdated = true
  forgetLibrary()
}

/** Switches to the library of another user. @param id undefined after the end of the session */
export async function switchUser(id: number | undefined): Promise<void> {
  if ((await (user ??= currentUser())) === id) return
  await setCurrentUser(id)
  user = Promise.resolve(id)
  forgetLibrary()
}

/** Closes the store, so that it can be deleted. @returns the id of its user; undefined if no one was signed in */
export async function closeStore(): Promise<number | undefined> {
  const id = await (user ??= currentUser())
  await store?.opened.then((opened) => opened.close()).catch(() => undefined)
  store = undefined
  forgetLibrary()
  return id
}

/** @returns the library of the signed-in user; undefined before the first synchronization is complete */
export async function ownLibrary(): Promise<Library | undefined> {
  const known = await library
  if (known && !isStale(known)) return known
  library = ownStore().then((opened) => opened && loadLibrary(opened))
  const loaded = await library
  if (!loaded) library = undefined
  return loaded
}

/** Discards the library in memory after its store was changed. The next use loads it again. */
export function forgetLibrary(): void {
  library = undefined
}
