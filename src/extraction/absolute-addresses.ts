import { ADDRESS_ATTRIBUTES } from './allow-list.ts'
import { attributeOf, elementsOf, setAttribute, type PageElement, type PageParent } from './page-tree.ts'
import { formatSrcset, parseSrcset } from './srcset.ts'
import { webAddress } from './web-address.ts'

/**
 * @param root the page's tree
 * @param url the page's own address
 * @returns what relative addresses are resolved against: the first `<base href>` if it is http or https, else the url
 */
export function baseAddress(root: PageParent, url: string): string {
  const base = elementsOf(root).find((element) => element.tagName === 'base' && attributeOf(element, 'href'))
  return (base && webAddress(attributeOf(base, 'href'), url)) ?? url
}

/**
 * Makes every address absolute; those that are neither http nor https are taken away, the text stays.
 *
 * @param root the tree, changed in place
 * @param base what relative addresses are resolved against
 */
export function makeAddressesAbsolute(root: PageParent, base: string): void {
  for (const element of elementsOf(root)) {
    for (const name of ADDRESS_ATTRIBUTES) resolveAttribute(element, name, base)
    const set = attributeOf(element, 'srcset')
    if (set !== undefined) setAttribute(element, 'srcset', formatSrcset(parseSrcset(set, base)) || undefined)
  }
}

function resolveAttribute(element: PageElement, name: string, base: string): void {
  const value = attributeOf(element, name)
  if (value !== undefined) setAttribute(element, name, webAddress(value, base))
}
