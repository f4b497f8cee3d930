/** Matches a path as written, before dot segments and backslashes are resolved. */
const PATH = /^\/(?![/\\])[\x21-\x7e]*$/

/**
 * @param text destination from a form or a cookie
 * @returns a path of this server. Any text that could lead elsewhere becomes `/`: `//x`, `/\x`, schemes, credentials,
 * and paths such as `/.//x`, which resolve to one of these (https://url.spec.whatwg.org/#path-state)
 */
export function safeReturnPath(text: unknown): string {
  if (typeof text !== 'string' || text.length > 2000 || !PATH.test(text)) return '/'
  const url = URL.parse(text, 'http://own.invalid')
  if (url?.origin !== 'http://own.invalid') return '/'
  const path = url.pathname + url.search
  return PATH.test(path) ? path : '/'
}
