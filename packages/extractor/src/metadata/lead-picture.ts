import { parseUrl } from '../dom/parse-url.ts'

/** Matches file names of logos, portraits, placeholders and empty pictures. */
const NO_PICTURE =
  /(?:^|[/_.-])(?:logo|logos|icon|icons|favicon|avatar|gravatar|sprite|spacer|pixel|blank|placeholder|1x1|badge)(?=[/_.\d-]|$)/i

/** @returns true if the address suggests a logo, an icon or a placeholder */
export function isLogoOrPlaceholder(address: string): boolean {
  const path = parseUrl(address)?.pathname.slice(-200) ?? ''
  return NO_PICTURE.test(path) || /\.(?:svg|ico)$/i.test(path)
}

/**
 * @param stated the page's picture for sharing, which takes precedence (wallabag contract, section 4.4)
 * @param pictures addresses of the pictures in the article, in order
 * @returns the first of these that exists: the picture for sharing if it is not a logo, the first picture of the
 * article that is not a logo, the picture for sharing, the first picture of the article
 */
export function leadPicture(stated: string | undefined, pictures: readonly string[]): string | undefined {
  const own = pictures.find((address) => !isLogoOrPlaceholder(address))
  if (stated !== undefined && (own === undefined || !isLogoOrPlaceholder(stated))) return stated
  return own ?? pictures[0]
}
