import { attributeOf, findElement, type PageElement } from '../dom/page-tree.ts'
import { parseUrl } from '../dom/parse-url.ts'
import { siteOf } from '../paging/site-of.ts'

/** Maximum length in characters of the line. A longer one is a paragraph that mentions such a page. */
const MAX_LINE = 220
/** Matches paths of pages on which readers pay for a site or leave their address. Such a page stands at the top of a site. */
const SUPPORT_PATH =
  /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?:donate|donations?|subscribe|subscriptions?|memberships?|become-a-member|support-us|newsletters?|sign-?up|spenden?|abo|abonnement|unterst(?:ue|ü)tzen|soutenir|faire-un-don|don|donar|doar|suscribete|suscripcion|assine|abbonati|sostienici|doneren|steun-ons)\/?$/i

/**
 * @param line an element with a line of text
 * @param url address of the page
 * @returns whether a line asks readers to support a site or to subscribe to it: it links to such a page of the same site
 */
export function asksForSupport(line: PageElement, text: string, url: string): boolean {
  if (text.length > MAX_LINE) return false
  const link = findElement(line, ({ tagName, attrs }) => tagName === 'a' && attrs.some(({ name }) => name === 'href'))
  const address = link && attributeOf(link, 'href')
  if (address === undefined) return false
  const target = parseUrl(address)
  return target !== null && SUPPORT_PATH.test(target.pathname) && siteOf(address) === siteOf(url)
}
