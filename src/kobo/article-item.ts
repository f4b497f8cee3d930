import type { Entry } from '../entries/entry.ts'
import type { LoadedEntry } from '../entries/listing/load-entries.ts'
import type { EntryId } from '../kernel/branded-ids.ts'
import { cutText } from '../kernel/storable-text.ts'
import { presentPocketItem } from '../pocket/pocket-item.ts'
import { textOfHtml } from '../query/text/text-of-html.ts'
import { markAddress } from './article-marker.ts'

const EXCERPT_LENGTH = 200

/** @returns the item of a deleted entry, which the device removes */
export function deletedItem(id: EntryId) {
  return { item_id: String(id), status: '2' }
}

/** @param beginning the start of the entry's HTML */
export function hasText({ isNotParsed }: Entry, beginning: string): boolean {
  return !isNotParsed && (/<img\b/.test(beginning) || textOfHtml(beginning).trim() !== '')
}

interface ItemParts {
  /** place in the list */
  readonly index: number
  /** the start of the entry's HTML */
  readonly beginning: string
  /** address of the lead picture for the device */
  readonly picture: string | undefined
}

/** @returns an entry as Kobo's firmware reads it: an item of Pocket's API, but with numbers as numbers */
export function articleItem(loaded: LoadedEntry, { index, beginning, picture }: ItemParts) {
  // The picture of the page may have any format, so only its stored copy is named.
  const { top_image_url: _top, image: _image, ...item } = presentPocketItem(loaded, index)
  const { entry } = loaded
  const id = String(entry.id)
  return {
    ...item,
    given_url: entry.url,
    resolved_url: markAddress(entry.url, entry.id),
    given_title: item.resolved_title,
    excerpt: cutText(textOfHtml(beginning).replaceAll(/\s+/g, ' ').trim(), EXCERPT_LENGTH),
    word_count: Number(item.word_count),
    time_added: Number(item.time_added),
    time_updated: Number(item.time_updated),
    time_read: Number(item.time_read),
    time_favorited: Number(item.time_favorited),
    is_article: '1',
    has_image: picture === undefined ? '0' : '1',
    image: picture === undefined ? {} : { src: picture },
    images: picture === undefined ? {} : { '1': { image_id: '1', item_id: id, src: picture } },
    videos: [],
    tags: item.tags ?? {},
    authors: item.authors ?? {},
    ...(picture !== undefined && { top_image_url: picture }),
  }
}
