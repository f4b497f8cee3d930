import { parseUrl } from '../dom/parse-url.ts'

/** Logos, placeholders for a portrait, and empty pictures. */
const NO_PICTURE =
  /(?:^|[/_.-])(?:logo|logos|icon|icons|favicon|avatar|gravatar|sprite|spacer|pixel|blank|placeholder|1x1|badge)(?=[/_.\d-]|$)/i

/** @returns whether the file name indicates a logo or placeholder rather than a picture of the article */
export function isSign(address: string): boolean {
  const path = parseUrl(address)?.pathname.slice(-200) ?? ''
  return NO_PICTURE.test(path) || /\.(?:svg|ico)$/i.test(path)
}

/**
 * @param stated the page's picture for sharing, which takes precedence (wallabag contract, section 4.4)
 * @param pictures the addresses of the article's pictures, in order
 * @returns the stated picture, unless it is a logo and the article has a picture; else the article's first that is not
 *   a logo
 */
export function leadPicture(stated: string | undefined, pictures: readonly string[]): string | undefined {
  const own = pictures.find((address) => !isSign(address))
  if (stated !== undefined && (own === undefined || !isSign(stated))) return stated
  return own ?? pictures[0]
}
