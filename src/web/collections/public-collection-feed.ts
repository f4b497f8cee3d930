import { xmlText } from '../../exports/formats/xml-text.ts'

/** An entry in the feed of a public collection. */
export interface PublicFeedEntry {
  readonly title: string
  readonly url: string
  readonly authors: readonly string[]
  /** first words of the text; empty if there is none */
  readonly excerpt: string
  readonly savedAt: Date
}

interface PublicFeedView {
  /** address of the public page */
  readonly page: string
  /** address of the feed */
  readonly self: string
  readonly name: string
  /** introduction; empty if there is none */
  readonly description: string
  /** name of the person who made the collection; empty if it is not shown */
  readonly curator: string
  /** time of the last change of the collection itself, which counts while it has no entries */
  readonly changedAt: Date
  readonly entries: readonly PublicFeedEntry[]
}

/**
 * @returns the Atom feed (RFC 4287) of a public collection. It contains what its public page shows, and the time at which
 *   each entry was saved, because each element of a feed needs one. It does not contain the name of the owner.
 */
export function publicCollectionFeed(view: PublicFeedView): string {
  const { page, self, name, description, curator, changedAt, entries } = view
  const updated = entries.reduce(
    (last, { savedAt }) => (savedAt > last ? savedAt : last),
    entries[0]?.savedAt ?? changedAt,
  )
  const parts = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${xmlText(page)}</id>`,
    `<title>${xmlText(name)}</title>`,
    ...(description === '' ? [] : [`<subtitle>${xmlText(description)}</subtitle>`]),
    `<updated>${updated.toISOString()}</updated>`,
    // Every feed needs an author, and entries without one have that of the feed.
    author(curator === '' ? name : curator),
    `<link rel="self" type="application/atom+xml" href="${xmlText(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlText(page)}"/>`,
    ...entries.map((entry) => feedEntry(entry)),
    '</feed>',
  ]
  return `${parts.join('\n')}\n`
}

const author = (name: string): string => `<author><name>${xmlText(name)}</name></author>`

function feedEntry({ title, url, authors, excerpt, savedAt }: PublicFeedEntry): string {
  return [
    '<entry>',
    `<id>${xmlText(url)}</id>`,
    `<title>${xmlText(title)}</title>`,
    `<updated>${savedAt.toISOString()}</updated>`,
    ...authors.map((name) => author(name)),
    `<link rel="alternate" type="text/html" href="${xmlText(url)}"/>`,
    ...(excerpt === '' ? [] : [`<summary>${xmlText(excerpt)}</summary>`]),
    '</entry>',
  ].join('\n')
}
