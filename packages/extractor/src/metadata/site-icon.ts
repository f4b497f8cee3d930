import { attributeOf, type PageElement } from '../dom/page-tree.ts'
import { webAddress } from '../dom/web-address.ts'

/** Wanted size in pixels: twice the displayed size, for screens with a pixel ratio of two. */
const WANTED_PIXELS = 32
/** Assumed size in pixels of an icon that states none. Home screen icons are assumed to be larger. */
const DEFAULT_SIZE = 16
/** Assumed size in pixels of a home screen icon that states none. */
const HOME_SCREEN = 180
const MAX_LINKS = 50

interface Candidate {
  readonly address: string
  readonly size: number
}

/**
 * @param links all `link` elements of the page
 * @param base base for relative addresses
 * @returns the address of the smallest raster icon that is at least `WANTED_PIXELS` pixels wide, or else of the largest
 * one; undefined if no icon is linked. `/favicon.ico` is not tried: most sites link an icon, and the others would
 * receive one more request for every page.
 */
export function siteIcon(links: readonly PageElement[], base: string): string | undefined {
  const candidates = links.slice(0, MAX_LINKS).flatMap((link) => candidateOf(link, base) ?? [])
  const large = candidates.filter(({ size }) => size >= WANTED_PIXELS).toSorted((one, other) => one.size - other.size)
  const small = candidates.toSorted((one, other) => other.size - one.size)
  return (large[0] ?? small[0])?.address
}

function candidateOf(link: PageElement, base: string): Candidate | undefined {
  const rel = (attributeOf(link, 'rel') ?? '').slice(0, 200).toLowerCase().split(/\s+/)
  const isForHomeScreen = rel.some((word) => word.startsWith('apple-touch-icon'))
  if (!isForHomeScreen && !rel.includes('icon')) return undefined
  const address = webAddress(attributeOf(link, 'href'), base)
  // SVG files are never stored, because they can contain scripts.
  if (address === undefined || /svg/i.test(attributeOf(link, 'type') ?? '') || /\.svg(?:$|[?#])/i.test(address)) {
    return undefined
  }
  const sizes = (attributeOf(link, 'sizes') ?? '').slice(0, 200).matchAll(/(\d{1,4})x\d{1,4}/gi)
  const largest = Math.max(0, ...[...sizes].map(([, width]) => Number(width)))
  return { address, size: largest || (isForHomeScreen ? HOME_SCREEN : DEFAULT_SIZE) }
}
