/**
 * @param text where a form or a cookie wants to go
 * @returns a path of this server, or `/` for anything that could lead elsewhere: `//x`, `/\x`, schemes, credentials
 */
export function ownPath(text: unknown): string {
  if (typeof text !== 'string' || text.length > 2000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return '/'
  const url = URL.parse(text, 'http://own.invalid')
  return url && url.origin === 'http://own.invalid' ? url.pathname + url.search : '/'
}
