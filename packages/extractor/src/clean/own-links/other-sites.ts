import { siteOf } from '../../paging/site-of.ts'

/** Minimum number of links to other sites beside each other that are a list of what the author refers to. */
const MIN_LINKS = 3
/** Minimum number of organisations to which such a list leads. */
const MIN_DOMAINS = 2
/** Domains of networks on which readers can follow an author or a site. They do not count. */
const NETWORKS = new Set(
  (
    'facebook.com twitter.com x.com instagram.com linkedin.com pinterest.com youtube.com tiktok.com threads.net ' +
    'bsky.app reddit.com tumblr.com snapchat.com t.me wa.me'
  ).split(' '),
)

/** @returns whether an address is on another host than a page, apart from hosts of which one is part of the other */
export function leadsToOtherSite(address: string, url: string): boolean {
  const [site, own] = [siteOf(address), siteOf(url)]
  if (site === '' || own === '') return false
  return site !== own && !site.endsWith(`.${own}`) && !own.endsWith(`.${site}`)
}

/**
 * @param addresses the targets of links beside each other
 * @param url the address of their page
 * @returns whether they are a list of what the author refers to: at least three links to other sites of several
 *   organisations. Menus and teasers lead to the same site, and lists of accounts to social networks.
 */
export function isReadingList(addresses: readonly string[], url: string): boolean {
  if (addresses.length < MIN_LINKS || !addresses.every((address) => leadsToOtherSite(address, url))) return false
  const domains = new Set(addresses.map(domainOf))
  domains.delete(domainOf(url))
  return [...domains].filter((domain) => !NETWORKS.has(domain)).length >= MIN_DOMAINS
}

/** @returns the last two parts of the name of a host, which is enough to compare the hosts of an organisation */
function domainOf(address: string): string {
  return siteOf(address).split('.').slice(-2).join('.')
}
