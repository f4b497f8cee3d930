import type { PageCookies } from '../../src/web/web-request.ts'

/**
 * @returns cookies in the memory of the worker. As with cookies on the server, a page can pass a message to the next
 *   page.
 */
export function memoryCookies(): PageCookies {
  const values = new Map<string, string>()
  return {
    read: (name) => values.get(name),
    write: (name, value) => void values.set(name, value),
    clear: (name) => void values.delete(name),
  }
}
