import { ADDRESS_ATTRIBUTES } from '../clean/allow-list.ts'
import { contactAddress } from './contact-address.ts'
import { footnoteAddress, footnoteId } from '../blocks/footnote-address.ts'
import { attributeOf, findElement, type PageElement, type PageParent } from './page-tree.ts'
import { withoutRedirect } from '../blocks/redirected-link.ts'
import { formatSrcset, parseSrcset } from './srcset.ts'
import { addressReader, webAddress } from './web-address.ts'

/**
 * @param root the page's tree
 * @param url the page's own address
 * @returns the base for relative addresses: the first `<base href>` if it is an http or https address, otherwise `url`
 */
export function baseAddress(root: PageParent, url: string): string {
  const base = findElement(root, (element) => element.tagName === 'base' && !!attributeOf(element, 'href'))
  return (base && webAddress(attributeOf(base, 'href'), url)) ?? url
}

/**
 * Makes every address absolute. Attributes with addresses other than http and https are removed, except for links
 * to mail addresses and telephone numbers. Links through Google's redirect lead to their target. Links between
 * footnotes and their references stay unchanged.
 *
 * @param elements all elements of the tree, changed in place
 * @param base base for relative addresses
 */
export function makeAddressesAbsolute(elements: readonly PageElement[], base: string): void {
  const notes = noteIds(elements)
  const isNote = (address: string): boolean => notes.size > 0 && notes.has(footnoteAddress(address)?.slice(1) ?? '')
  const read = addressReader(base)
  const absolute = ({ name, value }: Attribute, { tagName }: PageElement): string | undefined => {
    if (name === 'srcset') return formatSrcset(parseSrcset(value, base))
    if (name !== 'href' || tagName !== 'a') return read(value)
    const address = contactAddress(value) ?? read(value)
    return address && withoutRedirect(address)
  }
  for (const element of elements.filter(mayHaveAddress)) {
    const [others, addresses]: [Attribute[], Attribute[]] = [[], []]
    for (const attribute of element.attrs) {
      const { name, value } = attribute
      if (!ATTRIBUTES_TO_RESOLVE.has(name) || isNote(value)) {
        others.push(attribute)
        continue
      }
      const address = absolute(attribute, element)
      if (address) addresses.push({ name, value: address })
    }
    element.attrs = addresses.length === 0 ? others : [...others, ...addresses]
  }
}

/** A quick test: most elements have no attribute with an address. */
function mayHaveAddress({ attrs }: PageElement): boolean {
  for (const { name } of attrs) if (ATTRIBUTES_TO_RESOLVE.has(name)) return true
  return false
}

type Attribute = PageElement['attrs'][number]

const ATTRIBUTES_TO_RESOLVE: ReadonlySet<string> = new Set([...ADDRESS_ATTRIBUTES, 'srcset'])

function noteIds(elements: readonly PageElement[]): Set<string> {
  const ids = new Set<string>()
  for (const element of elements) {
    if (element.tagName !== 'li' && element.tagName !== 'a') continue
    const id = attributeOf(element, 'id')
    const note = id === undefined ? undefined : footnoteId(id)
    if (note !== undefined) ids.add(note)
  }
  return ids
}
