/** A path as it is written. What it stands for once dots and backslashes are resolved is another matter. */
const PATH = /^\/(?![/\\])[\x21-\x7e]*$/

/**
 * @param text where a form or a cookie wants to go
 * @returns a path of this server, or `/` for anything that could lead elsewhere: `//x`, `/\x`, schemes, credentials,
 *   and paths such as `/.//x`, which become one of these when they are resolved (https://url.spec.whatwg.org/#path-state)
 */
export function ownPath(text: unknown): string {
  if (typeof text !== 'string' || text.length > 2000 || !PATH.test(text)) return '/'
  const url = URL.parse(text, 'http://own.invalid')
  if (url?.origin !== 'http://own.invalid') return '/'
  const path = url.pathname + url.search
  return PATH.test(path) ? path : '/'
}
