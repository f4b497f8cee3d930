import { attributeOf, type PageElement } from '../dom/page-tree.ts'
import { webAddress } from '../dom/web-address.ts'

const MAX_HREF = 2000
/** Parameters that only count visits. A link to a place of the page usually leaves them out. */
const COUNTING_PARAMETER = /^(?:utm_\w{1,30}|\w{0,10}clid|mc_[ce]id|igshid|ref|source)=/i

/**
 * @param url the page's own address
 * @returns a function that returns the id in a link to a place of this page; undefined for links that lead elsewhere.
 * `#x`, `page#x` and the page's whole address with `#x` are such links. Scheme, `www.` and a slash at the end do not
 * count.
 */
export function fragmentReader(url: string): (link: PageElement) => string | undefined {
  const read = pageLinkReader(url)
  return (link) => read(link) || undefined
}

/**
 * @param url the page's own address
 * @returns a function like that of `fragmentReader`, which also returns an empty id for links to `#`
 */
export function pageLinkReader(url: string): (link: PageElement) => string | undefined {
  const here = url.split('#', 1)[0]!
  const known = new Map<string, boolean>([
    ['', true],
    [here, true],
  ])
  const key = keyOf(webAddress(url) ?? url)
  const isHere = (address: string): boolean => {
    let found = known.get(address)
    if (found === undefined) {
      found = keyOf(webAddress(address, url)) === key
      known.set(address, found)
    }
    return found
  }
  return (link) => {
    const href = attributeOf(link, 'href')
    if (href === undefined || !href.includes('#') || href.length > MAX_HREF) return undefined
    const [before = '', id = ''] = href.trim().split('#', 2)
    return isHere(before) ? decoded(id) : undefined
  }
}

function keyOf(address: string | undefined): string {
  const [path = '', query = ''] = (address ?? '').split('#', 1)[0]!.split('?', 2)
  const parameters = query.split('&').filter((one) => one !== '' && !COUNTING_PARAMETER.test(one))
  return `${path.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '')}?${parameters.join('&')}`
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
