import { loadInOrder } from '../entries/listing/load-entry.ts'
import { contentOf } from '../entries/listing/content-of.ts'
import type { LoadedEntry, LoadEntries } from '../entries/listing/load-entries.ts'
import { html } from '../kernel/html.ts'
import { minutesFor, type Feed } from './feed.ts'

/** Number of entries whose content is in memory at the same time. */
const BATCH_SIZE = 10

/** @yields the entries of one page of the feed with their content, in order. */
export async function* feedItems(feed: Feed, loadEntries: LoadEntries): AsyncGenerator<LoadedEntry> {
  for (let start = 0; start < feed.ids.length; start += BATCH_SIZE) {
    const ids = feed.ids.slice(start, start + BATCH_SIZE)
    yield* await loadInOrder(loadEntries, feed.owner.id, ids, { hasContent: true })
  }
}

/**
 * @returns the HTML of an entry: the sentence about its reading time, directly followed by its content (wallabag
 *   contract, section 9)
 */
export function itemHtml(feed: Feed, { entry, ...loaded }: LoadedEntry): string {
  const minutes = minutesFor(feed.owner, entry.readingTime)
  const sentence = `estimated reading time: ${minutes === 0 ? '< 1' : minutes} min`
  return html`${sentence}`.toString() + contentOf(loaded)
}
