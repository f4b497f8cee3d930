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

/**
 * @param lines lines with links, beside each other
 * @param targetOf returns the address of the first link of a line
 * @param url the address of the page
 * @returns the lines that are lists of what the author refers to: at least three links beside each other to other sites of
 *   several organisations. Menus and teasers lead to the same site, and lists of accounts to social networks.
 */
export function readingLists<T>(lines: readonly T[], targetOf: (line: T) => string, url: string): T[] {
  if (lines.length < MIN_LINKS) return []
  const own = siteOf(url)
  const found: T[] = []
  let run: { readonly line: T; readonly site: string }[] = []
  const endRun = (): void => {
    if (isReadingList(run, own)) found.push(...run.map(({ line }) => line))
    run = []
  }
  for (const line of lines) {
    const site = siteOf(targetOf(line))
    if (isOtherSite(site, own)) run.push({ line, site })
    else endRun()
  }
  endRun()
  return found
}

/** @returns whether an address is on another host than a page, apart from hosts of which one is part of the other */
export function leadsToOtherSite(address: string, url: string): boolean {
  return isOtherSite(siteOf(address), siteOf(url))
}

/** @returns whether an address is on a host of another organisation than that of a page */
export function leadsToOtherOrganisation(address: string, url: string): boolean {
  const [site, own] = [siteOf(address), siteOf(url)]
  return isOtherSite(site, own) && domainOf(site) !== domainOf(own)
}

/** @returns whether an address is on another host than a page, and not on a network where readers can follow a site */
export function refersToOtherSite(address: string, url: string): boolean {
  return leadsToOtherSite(address, url) && !NETWORKS.has(domainOf(siteOf(address)))
}

function isOtherSite(site: string, own: string): boolean {
  if (site === '' || own === '') return false
  return site !== own && !site.endsWith(`.${own}`) && !own.endsWith(`.${site}`)
}

function isReadingList(run: readonly { readonly site: string }[], own: string): boolean {
  if (run.length < MIN_LINKS) return false
  const domains = new Set(run.map(({ site }) => domainOf(site)))
  domains.delete(domainOf(own))
  return [...domains].filter((domain) => !NETWORKS.has(domain)).length >= MIN_DOMAINS
}

/** @returns the last two parts of the name of a host, which is enough to compare the hosts of an organisation */
function domainOf(site: string): string {
  return site.split('.').slice(-2).join('.')
}
