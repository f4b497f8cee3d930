import { ADDRESS_ATTRIBUTES } from './allow-list.ts'
import { footnoteAddress, footnoteId } from './footnote-address.ts'
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
 * Makes every address absolute; those that are neither http nor https are taken away, the text stays. Links between
 * footnotes and their marks stay as they are.
 *
 * @param root the tree, changed in place
 * @param base what relative addresses are resolved against
 */
export function makeAddressesAbsolute(root: PageParent, base: string): void {
  const elements = elementsOf(root)
  const notes = new Set(elements.map(noteId))
  for (const element of elements) {
    for (const attribute of element.attrs) {
      if (!ADDRESSES.has(attribute.name)) continue
      if (notes.has(footnoteAddress(attribute.value)?.slice(1) ?? '')) continue
      setAttribute(element, attribute.name, absolute(attribute, base))
    }
  }
}

const ADDRESSES: ReadonlySet<string> = new Set([...ADDRESS_ATTRIBUTES, 'srcset'])

function absolute(
  { name, value }: { readonly name: string; readonly value: string },
  base: string,
): string | undefined {
  return name === 'srcset' ? formatSrcset(parseSrcset(value, base)) || undefined : webAddress(value, base)
}

function noteId({ tagName, attrs }: PageElement): string | undefined {
  if (tagName !== 'li' && tagName !== 'a') return undefined
  return footnoteId(attrs.find(({ name }) => name === 'id')?.value ?? '')
}
