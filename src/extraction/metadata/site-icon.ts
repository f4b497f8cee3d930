import { attributeOf, type PageElement } from '../dom/page-tree.ts'
import { webAddress } from '../dom/web-address.ts'

/** In pixels: as it is shown on a screen with two points for each. */
const WANTED = 32
/** Of an icon that names no size; those for a home screen are made for it. */
const USUAL = 16
const HOME_SCREEN = 180
const MAX_LINKS = 50

interface Candidate {
  readonly address: string
  readonly size: number
}

/**
 * @param links every `link` of the page
 * @param base what relative addresses are resolved against
 * @returns the address of the raster icon that is nearest to what is shown. One that no link names is not looked for:
 *   most sites name one, and a site that does not would be asked with every page
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
  // A drawing can run scripts and is never kept.
  if (address === undefined || /svg/i.test(attributeOf(link, 'type') ?? '') || /\.svg(?:$|[?#])/i.test(address)) {
    return undefined
  }
  const sizes = (attributeOf(link, 'sizes') ?? '').slice(0, 200).matchAll(/(\d{1,4})x\d{1,4}/gi)
  const largest = Math.max(0, ...[...sizes].map(([, width]) => Number(width)))
  return { address, size: largest || (isForHomeScreen ? HOME_SCREEN : USUAL) }
}
