/**
 * Matches a text that looks like a path of this server. The URL parser may still resolve its dot segments to another
 * host.
 */
const LOCAL_PATH = /^\/(?![/\\])[\x21-\x7e]*$/

/**
 * @param text path to redirect to, from a form or a cookie
 * @returns the path if it is on this server, otherwise `/`. Rejects `//x`, `/\x`, schemes and credentials, and paths
 *   such as `/.//x`, which resolve to one of these (https://url.spec.whatwg.org/#path-state).
 */
export function safeReturnPath(text: unknown): string {
  if (typeof text !== 'string' || text.length > 2000 || !LOCAL_PATH.test(text)) return '/'
  const url = URL.parse(text, 'http://own.invalid')
  if (url?.origin !== 'http://own.invalid') return '/'
  const path = url.pathname + url.search
  return LOCAL_PATH.test(path) ? path : '/'
}
