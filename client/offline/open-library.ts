import { currentUser, openStore, setCurrentUser, type Store } from './open-store.ts'
import { isStale, loadLibrary, type Library } from './library.ts'

let store: { readonly user: number; readonly opened: Promise<Store> } | undefined
let library: Promise<Library | undefined> | undefined
let user: Promise<number | undefined> | undefined

/** @returns the store of the signed-in user; undefined if there is none */
export async function ownStore(): Promise<Store | undefined> {
  user ??= currentUser()
  const id = await user
  return id === undefined ? undefined : storeOf(id)
}

/** @returns the store of a user, opened once */
export function storeOf(id: number): Promise<Store> {
  if (store?.user !== id) {
    void store?.opened.then((opened) => opened.close())
    store = { user: id, opened: openStore(id) }
  }
  return store.opened
}

/** @param id undefined when the session has ended */
export async function switchUser(id: number | undefined): Promise<void> {
  if ((await (user ??= currentUser())) === id) return
  await setCurrentUser(id)
  user = Promise.resolve(id)
  forgetLibrary()
}

/** Closes the store, so that it can be deleted. @returns the user that it belonged to */
export async function closeStore(): Promise<number | undefined> {
  const id = await (user ??= currentUser())
  await store?.opened.then((opened) => opened.close())
  store = undefined
  forgetLibrary()
  return id
}

/** @returns the library of the signed-in user; undefined before it was stored completely */
export async function ownLibrary(): Promise<Library | undefined> {
  const known = await library
  if (known && !isStale(known)) return known
  library = ownStore().then((opened) => opened && loadLibrary(opened))
  const loaded = await library
  if (!loaded) library = undefined
  return loaded
}

/** Has the library loaded again with its next use, after its store has changed. */
export function forgetLibrary(): void {
  library = undefined
}
