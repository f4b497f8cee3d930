import type { CookieJar } from '../../src/web/cookies.ts'

/**
 * @returns a cookie jar in the memory of the worker. As with cookies on the server, a page can pass a message to the
 *   next page.
 */
export function memoryCookieJar(): CookieJar {
  const values = new Map<string, string>()
  return {
    read: (_request, name) => values.get(name),
    names: (_request, prefix) => [...values.keys()].filter((name) => name.startsWith(prefix)),
    write: (_reply, name, value) => void values.set(name, value),
    clear: (_reply, name) => void values.delete(name),
  }
}
