import { authorsOf } from '../entries/authors-of.ts'
import type { LoadedEntry, LoadEntries } from '../entries/listing/load-entries.ts'
import { xmlCdata, xmlText } from '../exports/formats/xml-text.ts'
import { html } from '../kernel/html.ts'
import { feedDate, feedId, feedName, feedSentence, subjectId, type Feed } from './feed.ts'
import { feedItems, itemHtml } from './feed-items.ts'
import { itemTitle } from '../subscriptions/item-fields.ts'

/**
 * @yields the parts of an Atom 1.0 document (RFC 4287). Section 9 of the wallabag contract defines the order of the
 *   elements.
 */
export async function* atomFeed(feed: Feed, loadEntries: LoadEntries): AsyncGenerator<string> {
  const items = feedItems(feed, loadEntries)
  const first = await items.next()
  yield '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
  const { subject } = feed
  const updated =
    subject.kind === 'collection' || subject.kind === 'search'
      ? await lastChange(feed, subject.since, loadEntries)
      : first.value && newestDate(feed, first.value)
  yield head(feed, updated)
  if (!first.done) yield atomEntry(feed, first.value)
  for await (const item of items) yield atomEntry(feed, item)
  yield '</feed>\n'
}

/** @param updated ISO time; absent in an empty feed of wallabag's, although RFC 4287 requires it */
function head(feed: Feed, updated: string | undefined): string {
  const { subject, links } = feed
  const title = `<title>${xmlText(`Dogear — ${feedName(subject)} feed`)}</title>\n`
  const subtitle = `<subtitle type="html">${xmlText(xmlSafeHtml(feedSentence('Atom', subject)))}</subtitle>\n`
  const id = `<id>${xmlText(feedId(feed, subjectId(subject)))}</id>\n`
  const page = `<link rel="alternate" type="text/html" href="${xmlText(feed.page)}"/>\n`
  return (
    (subject.kind === 'tag' ? id + page + title + subtitle : title + subtitle + id + page) +
    (updated === undefined ? '' : `<updated>${feedDate(updated)}</updated>\n`) +
    link('self', links.self) +
    (links.previous === undefined ? '' : link('previous', links.previous)) +
    (links.next === undefined ? '' : link('next', links.next)) +
    link('last', links.last) +
    `<generator uri="${xmlText(feed.baseUrl)}" version="${xmlText(feed.version)}">Dogear</generator>\n` +
    `<author><name>${xmlText(feed.owner.username)}</name></author>\n` +
    `<icon>${xmlText(feed.icon)}</icon>\n<logo>${xmlText(feed.icon)}</logo>\n`
  )
}

function link(rel: string, href: string): string {
  return `<link rel="${rel}" href="${xmlText(href)}"/>\n`
}

/** @returns the ISO time of the latest change of an entry on the page of the feed, or of the feed itself */
async function lastChange({ owner, ids }: Feed, since: string, loadEntries: LoadEntries): Promise<string> {
  const loaded = await loadEntries(owner.id, ids, { hasContent: false })
  return [...loaded.values()].reduce((last, { entry: { updatedAt } }) => (updatedAt > last ? updatedAt : last), since)
}

function newestDate({ subject }: Feed, { entry }: LoadedEntry): string {
  return subject.kind === 'tag' && subject.sort === 'updated' ? entry.updatedAt : entry.createdAt
}

function atomEntry(feed: Feed, item: LoadedEntry): string {
  const { entry, tags } = item
  const language = /^[A-Za-z]{2}(?![A-Za-z])/.exec(entry.language ?? '')?.[0]
  const languageMark = language === undefined ? '' : ` xml:lang="${language.toLowerCase()}"`
  const categories = tags.map(({ slug, label }) => `<category term="${xmlText(slug)}" label="${xmlText(label)}"/>\n`)
  const authors = authorsOf(entry).map((name) => `<author><name>${xmlText(name)}</name></author>\n`)
  return `<entry>
<title type="html">${xmlCdata(xmlSafeHtml(itemTitle(entry)))}</title>
<link rel="alternate" href="${xmlText(entry.url)}"/>
<link rel="via" type="text/html" href="${xmlText(`${feed.baseUrl}/view/${entry.id}`)}"/>
<id>${xmlText(feedId(feed, `entry:${entry.id}`))}</id>
<updated>${feedDate(entry.updatedAt)}</updated>
<published>${feedDate(entry.createdAt)}</published>
${categories.join('')}${authors.join('')}<content type="html"${languageMark}>${xmlCdata(itemHtml(feed, item))}</content>
</entry>
`
}

/** Escapes plain text as HTML. The caller must then escape the result for XML as well. */
function xmlSafeHtml(text: string): string {
  return html`${text}`.toString()
}
