import { attributeOf, findElement, type PageParent } from '../dom/page-tree.ts'
import { webAddress } from '../dom/web-address.ts'
import { siteOf } from './site-of.ts'
import { parseUrl } from '../dom/parse-url.ts'

/**
 * Finds the full version of an AMP page. AMP pages are reduced copies, and state the full version as canonical address.
 * On other pages, the canonical address is ignored: it leads to the same text, and is often wrong.
 *
 * @param page the page's tree
 * @param url address of the page
 * @returns the address of the full version on the same site; undefined if there is none
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
