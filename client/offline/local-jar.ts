import type { CookieJar } from '../../src/web/cookies.ts'

/** Keeps the messages for the next page, for which the server uses cookies, in the memory of the worker. */
export function localJar(): CookieJar {
  const values = new Map<string, string>()
  return {
    read: (_request, name) => values.get(name),
    write: (_reply, name, value) => void values.set(name, value),
    clear: (_reply, name) => void values.delete(name),
  }
}
