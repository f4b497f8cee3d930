/** Matches addresses of previews: blurred, or at most 99 pixels wide. */
const PREVIEW =
  /blur|lqip|(?:[?&/_,](?:w|width|h|height)[=_]|resize\/)\d{1,2}(?!\d)|[?&/=_,-]w\d{1,2}(?!\d)|[/_-]\d{1,2}x\d{0,2}(?!\d)/i
const MAX_ADDRESS = 2000

/**
 * @param shown address of the picture that an image shows
 * @param other address that the image names for later
 * @returns whether an image shows a small or blurred preview of a picture, until a script replaces it: both addresses have the
 *   same file name
 */
export function isPreviewOf(shown: string, other: string): boolean {
  if (shown === other || shown.length > MAX_ADDRESS || !PREVIEW.test(shown)) return false
  const name = fileName(shown)
  return name.length > 4 && name === fileName(other)
}

function fileName(address: string): string {
  return address.split(/[?#]/, 1)[0]!.split('/').at(-1)!
}

/**
 * Matches the address of a blurred preview on the sites of Wix, whose pages name no other one. The groups are the address of the
 * file, and its name.
 */
const WIX_PREVIEW =
  /^(https:\/\/static\.wixstatic\.com\/media\/[^/?#\s]{1,200})\/v1\/(?:fill|fit|crop)\/[^/?#\s]{0,200}\bblur_\d[^/?#\s]{0,200}\/([^/?#\s]{1,300})$/

/** @returns the address of the sharp picture of which a page shows a blurred preview; undefined for other pictures */
export function sharpAddress(shown: string): string | undefined {
  const [, file, name] = WIX_PREVIEW.exec(shown.slice(0, MAX_ADDRESS)) ?? []
  return file === undefined ? undefined : `${file}/v1/fit/w_1600,h_1600,al_c,q_85/${name}`
}
