import { attributeOf, findElement, type PageParent } from '../dom/page-tree.ts'
import { parseUrl } from '../dom/parse-url.ts'
import { firstNamed } from '../dom/select-elements.ts'

/** Method of Bluesky's public API. It requires no account. */
const BLUESKY_METHOD = 'https://public.api.bsky.app/xrpc/app.bsky.feed.getPostThread'

/**
 * Finds the address of a discussion's public data, for pages that are empty without scripts.
 *
 * @param page the page's tree
 * @param url address of the page
 * @returns the address of the data, on the same site or on Bluesky's public server; undefined for other pages
 */
export function dataAddress(page: PageParent, url: string): string | undefined {
  const address = parseUrl(url)
  if (address === null) return undefined
  const { origin, hostname, pathname } = address
  const bluesky = /^\/profile\/([\w.:-]{3,253})\/post\/(\w{5,30})\/?$/.exec(pathname)
  if (hostname === 'bsky.app' && bluesky) {
    const uri = `at://${bluesky[1]}/app.bsky.feed.post/${bluesky[2]}`
    return `${BLUESKY_METHOD}?${new URLSearchParams({ uri, depth: '20', parentHeight: '0' }).toString()}`
  }
  const status = /^\/(?:@[\w.@-]{1,200}|users\/[\w.-]{1,100}\/statuses|deck\/@[\w.@-]{1,200})\/(\d{5,30})\/?$/.exec(
    pathname,
  )?.[1]
  if (status !== undefined && isMastodon(page)) return `${origin}/api/v1/statuses/${status}`
  const topic = /^\/t\/(?:[^/]{1,300}\/)?(\d{1,12})(?:\/\d{1,6})?\/?$/.exec(pathname)?.[1]
  if (topic !== undefined && generatorOf(page).startsWith('Discourse')) return `${origin}/t/${topic}.json`
  if (
    /^(?:www\.|old\.|new\.)?reddit\.com$/.test(hostname) &&
    /^\/r\/\w{1,50}\/comments\/\w{1,20}(?:\/|$)/.test(pathname)
  )
    return `${origin}${pathname.replace(/\/$/, '')}.json?limit=500`
  return undefined
}

/**
 * @param url address of the data of a Mastodon post
 * @returns the address of the replies to the post; undefined for other addresses
 */
export function contextAddress(url: string): string | undefined {
  return /\/api\/v1\/statuses\/\d{5,30}$/.test(parseUrl(url)?.pathname ?? '') ? `${url}/context` : undefined
}

function generatorOf(page: PageParent): string {
  const meta = findElement(page, (one) => one.tagName === 'meta' && attributeOf(one, 'name') === 'generator')
  return (meta && attributeOf(meta, 'content'))?.slice(0, 100) ?? ''
}

/**
 * @returns whether the page is from Mastodon or a compatible server: by its generator, or by an element of the web app
 */
function isMastodon(page: PageParent): boolean {
  if (/^(?:Mastodon|Pleroma|Akkoma|GoToSocial)/i.test(generatorOf(page))) return true
  const mark = findElement(page, (one) => ['initial-state', 'mastodon'].includes(attributeOf(one, 'id') ?? ''))
  return mark !== undefined && firstNamed(page, 'article') === undefined
}
