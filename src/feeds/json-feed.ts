import { authorsOf } from '../entries/authors-of.ts'
import type { LoadedEntry, LoadEntries } from '../entries/listing/load-entries.ts'
import { feedId, feedName, feedSentence, type Feed } from './feed.ts'
import { feedItems, itemHtml } from './feed-items.ts'
import { itemTitle } from '../subscriptions/item-fields.ts'

/** @yields the parts of a JSON Feed 1.1 document (https://www.jsonfeed.org/version/1.1/) */
export async function* jsonFeed(feed: Feed, loadEntries: LoadEntries): AsyncGenerator<string> {
  const { subject, page, links, icon } = feed
  const head = {
    version: 'https://jsonfeed.org/version/1.1',
    title: `Dogear — ${feedName(subject)} feed`,
    home_page_url: page,
    feed_url: links.self,
    description: feedSentence('JSON', subject),
    icon,
    ...(links.next !== undefined && { next_url: links.next }),
  }
  yield `${JSON.stringify(head).slice(0, -1)},"items":[`
  let separator = ''
  for await (const item of feedItems(feed, loadEntries)) {
    yield separator + JSON.stringify(jsonItem(feed, item))
    separator = ','
  }
  yield ']}\n'
}

function jsonItem(feed: Feed, item: LoadedEntry): object {
  const { entry, tags } = item
  const authors = authorsOf(entry)
  const language = /^[A-Za-z]{2,3}(?![A-Za-z])/.exec(entry.language ?? '')?.[0].toLowerCase()
  return {
    id: feedId(feed, `entry:${entry.id}`),
    url: `${feed.baseUrl}/view/${entry.id}`,
    external_url: entry.url,
    title: itemTitle(entry),
    content_html: itemHtml(feed, item),
    date_published: new Date(entry.createdAt).toISOString(),
    date_modified: new Date(entry.updatedAt).toISOString(),
    ...(entry.previewPicture !== null && { image: entry.previewPicture }),
    ...(authors.length > 0 && { authors: authors.map((name) => ({ name })) }),
    ...(tags.length > 0 && { tags: tags.map(({ label }) => label) }),
    ...(language !== undefined && { language }),
  }
}
