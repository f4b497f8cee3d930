import { authorsOf } from '../entries/authors-of.ts'
import type { LoadedEntry } from '../entries/listing/load-entries.ts'
import { shownTitle } from '../entries/shown-title.ts'
import { unixSeconds } from '../kernel/clock.ts'

/** Words a minute with which the number of words is estimated from the reading time. */
const WORDS_PER_MINUTE = 200

/**
 * @param index place in the list
 * @returns an entry as an item of Pocket's API, in which flags are texts and times are numbers
 */
export function presentPocketItem({ entry, tags }: LoadedEntry, index = 0) {
  const id = String(entry.id)
  return {
    item_id: id,
    resolved_id: id,
    given_url: entry.givenUrl ?? entry.url,
    resolved_url: entry.url,
    given_title: entry.title ?? '',
    resolved_title: shownTitle(entry),
    favorite: entry.isStarred ? '1' : '0',
    status: entry.isArchived ? '1' : '0',
    time_added: String(seconds(entry.createdAt)),
    time_updated: String(seconds(entry.updatedAt)),
    time_read: String(seconds(entry.archivedAt)),
    time_favorited: String(seconds(entry.starredAt)),
    sort_id: index,
    excerpt: '',
    is_article: entry.isNotParsed ? '0' : '1',
    is_index: '0',
    has_video: '0',
    has_image: entry.previewPicture === null ? '0' : '1',
    word_count: String(entry.readingTime * WORDS_PER_MINUTE),
    lang: entry.language ?? '',
    time_to_read: entry.readingTime,
    ...listsOf({ entry, tags }),
  }
}

/** @returns the members that clients look for only if they have a value */
function listsOf({ entry, tags }: Pick<LoadedEntry, 'entry' | 'tags'>) {
  const id = String(entry.id)
  const src = entry.previewPicture
  const named = authorsOf(entry).map((name, at) => {
    const number = String(at + 1)
    return [number, { item_id: id, author_id: number, name, url: '' }] as const
  })
  const tagged = tags.map(({ label }) => [label, { item_id: id, tag: label }] as const)
  return {
    ...(src !== null && { top_image_url: src, image: { item_id: id, src, width: '0', height: '0' } }),
    ...(tagged.length > 0 && { tags: Object.fromEntries(tagged) }),
    ...(named.length > 0 && { authors: Object.fromEntries(named) }),
  }
}

const seconds = (time: string | null): number => (time === null ? 0 : unixSeconds(time))
