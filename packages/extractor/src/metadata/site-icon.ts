import { attributeOf, type PageElement } from '../dom/page-tree.ts'
import { webAddress } from '../dom/web-address.ts'

/** In pixels: the displayed size on a screen with a pixel ratio of two. */
const WANTED = 32
/** Assumed size of an icon that states none, unless it is for the home screen. */
const USUAL = 16
/** Assumed size of an icon for the home screen that states none. */
const HOME_SCREEN = 180
const MAX_LINKS = 50

interface Candidate {
  readonly address: string
  readonly size: number
}

/**
 * @param links every `link` of the page
 * @param base for resolving relative addresses
 * @returns the address of the raster icon closest to the displayed size. An icon without a link is not searched: most
 *   sites link one, and the others would get an extra request with every page
 */
export function siteIcon(links: readonly PageElement[], base: string): string | undefined {
  const candidates = links.slice(0, MAX_LINKS).flatMap((link) => candidateOf(link, base) ?? [])
  const large = candidates.filter(({ size }) => size >= WANTED).toSorted((one, other) => one.size - other.size)
  const small = candidates.toSorted((one, other) => other.size - one.size)
  return (large[0] ?? small[0])?.address
}

function candidateOf(link: PageElement, base: string): Candidate | undefined {
  const rel = (attributeOf(link, 'rel') ?? '').slice(0, 200).toLowerCase().split(/\s+/)
  const isForHomeScreen = rel.some((word) => word.startsWith('apple-touch-icon'))
  if (!isForHomeScreen && !rel.includes('icon')) return undefined
  const address = webAddress(attributeOf(link, 'href'), base)
  // An SVG can run scripts and is never stored.
  if (address === undefined || /svg/i.test(attributeOf(link, 'type') ?? '') || /\.svg(?:$|[?#])/i.test(address)) {
    return undefined
  }
  const sizes = (attributeOf(link, 'sizes') ?? '').slice(0, 200).matchAll(/(\d{1,4})x\d{1,4}/gi)
  const largest = Math.max(0, ...[...sizes].map(([, width]) => Number(width)))
  return { address, size: largest || (isForHomeScreen ? HOME_SCREEN : USUAL) }
}
