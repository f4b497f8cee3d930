import { attributeOf, setAttribute, type PageElement } from '../dom/page-tree.ts'

const MAX_TEX = 1000
/** A quick test before the addresses of the services are compared. */
const MAY_BE_SERVICE = /latex|math|tex|chart\?|equation\?/i
/** Matches the addresses of pictures of formulas. Each has a group with the TeX, encoded as in an address. */
const SERVICES: readonly RegExp[] = [
  /\/\/(?:latex|math)\.codecogs\.com\/[\w.]{2,20}\?(.+)$/i,
  /\/latex\.php\?(?:[^#]*&)?latex=([^&#]+)/i,
  /\/\/chart\.(?:googleapis|apis\.google)\.com\/chart\?(?=[^#]*\bcht=tx)[^#]*\bchl=([^&#]+)/i,
  /\/\/www\.zhihu\.com\/equation\?tex=([^&#]+)/i,
  /\/\/render\.githubusercontent\.com\/render\/math\?(?:[^#]*&)?math=([^&#]+)/i,
  /\/\/math\.vercel\.app\/?\?(?:[^#]*&)?from=([^&#]+)/i,
  /\/(?:mathtex|mimetex)\.cgi\?([^#]+)/i,
  /\/\/(?:i\.upmath\.me|tex\.s2cms\.ru)\/(?:svg|png)\/([^?#]+)/i,
]
const WIKIMEDIA = /\/\/wikimedia\.org\/api\/rest_v1\/media\/math\/render\//i
const WIKIPEDIA_TEX = /^\{\\(?:display|text)style ([^]*)\}$/
/** Matches commands of Codecogs for the size and the colours of the picture. */
const LAYOUT_COMMAND =
  /\\(?:inline|dpi\s?\{\d{1,4}\}|bg_\w{1,10}|fg_\w{1,10}|fn_\w{1,10}|(?:tiny|small|large|Large|LARGE|huge))\s{0,5}/g

/** @returns whether an image may be the picture of a formula by a service on the web */
export function mayBeServicePicture(image: PageElement): boolean {
  return MAY_BE_SERVICE.test(addressOf(image))
}

/**
 * Sets the TeX in the address of a picture as its alternative text, if the picture was drawn by a service for formulas.
 *
 * @returns whether the image is such a picture
 */
export function nameServicePicture(image: PageElement): boolean {
  const address = addressOf(image)
  const stated = attributeOf(image, 'alt')?.trim() ?? ''
  if (WIKIMEDIA.test(address)) {
    setAttribute(image, 'alt', WIKIPEDIA_TEX.exec(stated)?.[1]?.trim() ?? stated)
    return true
  }
  const source = SERVICES.map((pattern) => pattern.exec(address)?.[1]).find((tex) => tex !== undefined)
  if (source === undefined) return false
  const tex = decoded(source).slice(0, MAX_TEX).trim()
  if (tex !== '') setAttribute(image, 'alt', tex)
  return true
}

function addressOf(image: PageElement): string {
  const sources = ['data-src', 'data-lazy-src', 'src'].map((name) => attributeOf(image, name) ?? '')
  return (sources.find((source) => MAY_BE_SERVICE.test(source.slice(0, 200))) ?? '').slice(0, 4000)
}

function decoded(text: string): string {
  const spaced = text.replaceAll('&space;', ' ').replaceAll('&plus;', '%2B').replaceAll('+', ' ')
  let tex = spaced
  try {
    tex = decodeURIComponent(spaced)
  } catch {
    // The address is not encoded.
  }
  return tex.replaceAll('&space;', ' ').replaceAll(LAYOUT_COMMAND, '')
}
