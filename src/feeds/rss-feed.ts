import { authorsOf } from '../entries/authors-of.ts'
import type { LoadedEntry, LoadEntries } from '../entries/listing/load-entries.ts'
import { xmlCdata, xmlText } from '../exports/formats/xml-text.ts'
import { feedId, feedName, type Feed } from './feed.ts'
import { feedItems, itemHtml } from './feed-items.ts'
import { itemTitle } from '../subscriptions/item-fields.ts'

const NAMESPACES =
  'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" ' +
  'xmlns:dc="http://purl.org/dc/elements/1.1/"'

/** @yields the parts of an RSS 2.0 document (https://www.rssboard.org/rss-specification) */
export async function* rssFeed(feed: Feed, loadEntries: LoadEntries): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0" ${NAMESPACES}>\n<channel>\n${head(feed)}`
  for await (const item of feedItems(feed, loadEntries)) yield rssItem(feed, item)
  yield '</channel>\n</rss>\n'
}

function head(feed: Feed): string {
  const name = xmlText(`Dogear — ${feedName(feed.subject)} feed`)
  const { self, previous, next } = feed.links
  const neighbours = [
    ['self', self],
    ['previous', previous],
    ['next', next],
  ] as const
  return (
    `<title>${name}</title>\n<link>${xmlText(feed.page)}</link>\n<description>${name}</description>\n` +
    `<generator>Dogear ${xmlText(feed.version)}</generator>\n` +
    neighbours
      .map(([rel, href]) => (href === undefined ? '' : `<atom:link rel="${rel}" href="${xmlText(href)}"/>\n`))
      .join('')
  )
}

function rssItem(feed: Feed, item: LoadedEntry): string {
  const { entry, tags } = item
  const authors = authorsOf(entry).map((name) => `<dc:creator>${xmlText(name)}</dc:creator>\n`)
  const categories = tags.map(({ label }) => `<category>${xmlText(label)}</category>\n`)
  return `<item>
<title>${xmlText(itemTitle(entry))}</title>
<link>${xmlText(entry.url)}</link>
<guid isPermaLink="false">${xmlText(feedId(feed, `entry:${entry.id}`))}</guid>
<pubDate>${new Date(entry.createdAt).toUTCString()}</pubDate>
${authors.join('')}${categories.join('')}<content:encoded>${xmlCdata(itemHtml(feed, item))}</content:encoded>
</item>
`
}
