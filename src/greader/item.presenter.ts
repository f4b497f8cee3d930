import { authorsOf } from '../entries/authors-of.ts'
import type { LoadedEntry } from '../entries/listing/load-entries.ts'
import type { JsonChunks } from '../http/json-body.ts'
import { itemTitle, withHtml } from '../subscriptions/item-fields.ts'
import type { SiteOf } from '../subscriptions/list-subscriptions.ts'
import type { SiteSubscription } from '../subscriptions/subscription.ts'
import { longItemId } from './item-id.ts'
import { feedStream, labelStream, READ, READING_LIST, STARRED } from './stream.ts'
import { unixSeconds } from '../kernel/clock.ts'

/**
 * @returns an entry as JSON. All members that greader_api 0.7.0 (crates.io) requires are always present: `origin` with
 *   `streamId` and `title`, `alternate`, `categories`.
 */
export function itemJson(item: LoadedEntry, siteOf: SiteOf): JsonChunks {
  const { entry } = item
  const site = siteOf(entry)
  const saved = Date.parse(entry.createdAt)
  const members = {
    id: longItemId(entry.id),
    title: itemTitle(entry),
    author: authorsOf(entry).join(', '),
    published: unixSeconds(entry.createdAt),
    updated: unixSeconds(entry.updatedAt),
    crawlTimeMsec: String(saved),
    timestampUsec: String(saved * 1000),
    categories: categoriesOf(item),
    canonical: [{ href: entry.url }],
    alternate: [{ href: entry.url, type: 'text/html' }],
    origin: { streamId: feedStream(site.id), title: site.title, htmlUrl: siteAddress(site) },
  }
  const start = JSON.stringify(members)
  const summary = withHtml({ direction: 'ltr' }, 'content', item)
  return [Buffer.from(`${start.slice(0, -1)},"summary":`), ...summary, Buffer.from('}')]
}

/** @returns the ids of the streams that contain an entry, except its subscription */
export function categoriesOf({ entry, tags }: LoadedEntry): string[] {
  return [
    READING_LIST,
    ...(entry.isArchived ? [READ] : []),
    ...(entry.isStarred ? [STARRED] : []),
    ...tags.map(({ label }) => labelStream(label)),
  ]
}

/** @returns the address of a site's home page; empty for pages without a host */
export function siteAddress({ host }: Pick<SiteSubscription, 'host'>): string {
  return host === '' ? '' : `https://${host}/`
}
