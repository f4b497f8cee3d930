import { notFound } from '../kernel/errors.ts'
import type { KeyUser } from '../keys/key-user.ts'
import { listItems, type ListItemsDeps } from '../subscriptions/list-items.ts'
import { findSiteIcon, type SiteIconDeps } from '../subscriptions/site-icon.ts'
import type { Subscription } from '../subscriptions/subscription.ts'

export interface FeedsDeps extends ListItemsDeps, SiteIconDeps {
  readonly baseUrl: string
}

/** The two categories, which contain all feeds. */
const CATEGORIES = [
  { kind: 'site', id: 1, title: 'Sites' },
  { kind: 'collection', id: 2, title: 'Collections' },
] as const

type Category = (typeof CATEGORIES)[number]

/** @throws AppError `not_found` if there is no such category */
export function requireCategory(id: number | undefined): Category {
  const category = CATEGORIES.find((one) => one.id === id)
  if (!category) throw notFound('category')
  return category
}

/** @returns the categories, with the numbers of their feeds and of their unread entries if wanted */
export async function presentCategories(deps: FeedsDeps, user: KeyUser, hasCounts: boolean) {
  if (!hasCounts) return CATEGORIES.map((category) => presentCategory(user, category))
  const { sites, collections } = await deps.listSubscriptions(user)
  const counted = { site: sites.length, collection: collections.length }
  const unread = {
    site: sites.reduce((sum, site) => sum + site.unread, 0),
    collection: (await listItems(deps, user, { isArchived: false, isCollected: true }, ONE)).total,
  }
  return CATEGORIES.map((category) => {
    const { kind } = category
    return { ...presentCategory(user, category), feed_count: counted[kind], total_unread: unread[kind] }
  })
}

const ONE = { order: 'desc', limit: 1 } as const

function presentCategory({ id: user_id }: KeyUser, { id, title }: Category) {
  return { id, title, user_id, hide_globally: false }
}

/** @returns the feeds of a category, or of all */
export async function presentFeeds(deps: FeedsDeps, user: KeyUser, category?: Category) {
  const { sites, collections } = await deps.listSubscriptions(user)
  const all: readonly Subscription[] = [...sites, ...collections]
  return all.filter(({ kind }) => !category || kind === category.kind).map((feed) => presentFeed(deps, user, feed))
}

/** @throws AppError `not_found` if the user has no such feed */
export async function requireFeed(deps: FeedsDeps, user: KeyUser, id: number | undefined): Promise<Subscription> {
  const found = id === undefined ? undefined : (await deps.listSubscriptions(user)).find(id)
  if (!found) throw notFound('feed')
  return found
}

/** @returns a site or a collection as a feed */
export function presentFeed({ baseUrl }: Pick<FeedsDeps, 'baseUrl'>, user: KeyUser, feed: Subscription) {
  const address = addressOf(feed, baseUrl)
  const checkedAt = feed.kind === 'site' ? feed.newestAt : feed.collection.updatedAt
  return {
    id: feed.id,
    user_id: user.id,
    title: feed.title,
    feed_url: address,
    site_url: address,
    checked_at: checkedAt,
    next_check_at: checkedAt,
    category: presentCategory(
      user,
      CATEGORIES.find(({ kind }) => kind === feed.kind)!,
    ),
    icon:
      feed.kind === 'site' && feed.icon !== null ? { feed_id: feed.id, icon_id: feed.id, external_icon_id: '' } : null,
    ...NO_SETTINGS,
  }
}

function addressOf(feed: Subscription, baseUrl: string): string {
  if (feed.kind === 'collection') return `${baseUrl}/collections/${feed.id}`
  return feed.host === '' ? `${baseUrl}/` : `https://${feed.host}/`
}

/** Settings of Miniflux that sites and collections do not have. Some apps require these members. */
const NO_SETTINGS = {
  description: '',
  language: '',
  etag_header: '',
  last_modified_header: '',
  parsing_error_message: '',
  parsing_error_count: 0,
  scraper_rules: '',
  rewrite_rules: '',
  urlrewrite_rules: '',
  blocklist_rules: '',
  keeplist_rules: '',
  crawler: false,
  ignore_entry_updates: false,
  user_agent: '',
  cookie: '',
  username: '',
  password: '',
  disabled: false,
  no_media_player: false,
  ignore_http_cache: false,
  allow_self_signed_certificates: false,
  fetch_via_proxy: false,
  hide_globally: false,
}

/** @returns the numbers of archived and of unread entries by feed */
export async function feedCounters(deps: FeedsDeps, user: KeyUser) {
  const { sites, collections } = await deps.listSubscriptions(user)
  const unreads: [number, number][] = sites.map(({ id, unread }) => [id, unread])
  const reads: [number, number][] = sites.map(({ id, total, unread }) => [id, total - unread])
  for (const { id } of collections) {
    for (const [counts, isArchived] of [[unreads, false] as const, [reads, true] as const]) {
      const { total } = await listItems(deps, user, { subscriptions: [id], isArchived }, ONE)
      counts.push([id, total])
    }
  }
  return { reads: Object.fromEntries(reads), unreads: Object.fromEntries(unreads) }
}

/** @throws AppError `not_found` if there is no copy of the icon of the feed */
export async function presentIcon(deps: FeedsDeps, user: KeyUser, feed: Subscription) {
  const icon = feed.kind === 'site' ? await findSiteIcon(deps, user.id, feed) : undefined
  if (!icon) throw notFound('icon')
  const data = `${icon.type};base64,${Buffer.from(icon.bytes).toString('base64')}`
  return { id: feed.id, mime_type: icon.type, data }
}
