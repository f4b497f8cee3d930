import { parseUrl } from '../dom/parse-url.ts'

/** Matches characters that URL parsers leave in an address although RFC 3986 (section 2) does not allow them. */
const UNESCAPED_CHARACTERS = /%(?![\dA-F]{2})|[[\]\\^`{|}]/gi

/**
 * @param address address as in the content
 * @returns the normalised and percent-encoded address; undefined for relative addresses and for schemes other than
 * http, https, mailto and tel
 */
export function linkAddress(address: string | undefined): string | undefined {
  const url = address === undefined ? null : parseUrl(address.trim())
  if (!url || !/^(?:https?|mailto|tel):$/.test(url.protocol)) return undefined
  for (const part of ['pathname', 'search', 'hash'] as const) {
    const clean = url[part].replaceAll(UNESCAPED_CHARACTERS, encodeURIComponent)
    if (clean !== url[part]) url[part] = clean
  }
  return url.href
}
