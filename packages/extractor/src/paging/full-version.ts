import { attributeOf, findElement, type PageParent } from '../dom/page-tree.ts'
import { webAddress } from '../dom/web-address.ts'
import { siteOf } from './site-of.ts'
import { parseUrl } from '../dom/parse-url.ts'

/**
 * An AMP page is a reduced copy: its canonical address has the whole text. Other canonical addresses are names of the
 * same text and are not followed, because sites often state a wrong one.
 *
 * @param page the tree of a page
 * @param url its address
 * @returns the address of the full version, on the same site, or undefined
 */
export function findFullVersion(page: PageParent, url: string): string | undefined {
  const root = findElement(page, ({ tagName }) => tagName === 'html')
  const isReduced = root !== undefined && ['amp', '⚡'].some((name) => attributeOf(root, name) !== undefined)
  if (!isReduced) return undefined
  const link = findElement(
    page,
    (one) => one.tagName === 'link' && attributeOf(one, 'rel')?.toLowerCase() === 'canonical',
  )
  const href = link && parseUrl(attributeOf(link, 'href') ?? '', url)?.href
  const address = href && webAddress(href)
  return address && address !== url && siteOf(address) === siteOf(url) ? address : undefined
}
