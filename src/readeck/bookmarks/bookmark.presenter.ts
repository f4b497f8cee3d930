import { authorsOf } from '../../entries/authors-of.ts'
import type { Entry } from '../../entries/entry.ts'
import type { StoredProgress } from '../../entries/changing/store-reading-position.ts'
import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import type { CardCopies } from '../../images/load-image-copies.ts'

/** What an entry is shown with, besides its own data. */
interface BookmarkContext {
  /** public address of this server, without a slash at the end */
  readonly baseUrl: string
  readonly progress: StoredProgress | undefined
  readonly copies: CardCopies | undefined
}

/** States of a bookmark in Readeck's API. */
const STATE = { loaded: 0, failed: 1, loading: 2 } as const

/** Words per minute on which the stored reading times are based. */
const WORDS_PER_MINUTE = 200

/** @returns the address of a bookmark */
export const bookmarkHref = (baseUrl: string, id: number): string => `${baseUrl}/readeck/api/bookmarks/${id}`

/** @returns an entry as a bookmark of Readeck's API, as its lists contain it */
export function presentBookmark(loaded: LoadedEntry, context: BookmarkContext) {
  const { entry, tags } = loaded
  const isLoaded = entry.fetchState !== 'pending'
  const type = typeOf(entry.mimetype)
  return {
    id: String(entry.id),
    href: bookmarkHref(context.baseUrl, entry.id),
    created: entry.createdAt,
    updated: entry.updatedAt,
    state: isLoaded ? STATE.loaded : STATE.loading,
    loaded: isLoaded,
    url: entry.url,
    title: entry.title ?? '',
    site_name: entry.domainName ?? '',
    site: entry.domainName ?? '',
    ...(entry.publishedAt !== null && { published: entry.publishedAt }),
    authors: authorsOf(entry),
    lang: languageOf(entry),
    text_direction: '',
    document_type: isLoaded ? type : '',
    type,
    has_article: hasArticle(loaded),
    description: entry.note ?? '',
    is_deleted: false,
    is_marked: entry.isStarred,
    is_archived: entry.isArchived,
    labels: tags.map(({ label }) => label),
    ...readingPosition(context.progress),
    resources: resourcesOf(loaded, context),
    ...(hasArticle(loaded) && { word_count: entry.readingTime * WORDS_PER_MINUTE }),
    ...(entry.readingTime > 0 && { reading_time: entry.readingTime }),
  }
}

/** @returns a bookmark with the members that lists omit */
export function presentDetails(loaded: LoadedEntry, context: BookmarkContext) {
  const isFailed = loaded.entry.fetchState === 'failed'
  return { ...presentBookmark(loaded, context), ...(isFailed && { errors: ['cannot load resource'] }) }
}

/** @returns true if the entry has a text; a picture alone is none */
export function hasArticle({ entry }: LoadedEntry): boolean {
  const isFetched = entry.fetchState !== 'pending' && entry.fetchState !== 'failed'
  return isFetched && !entry.isNotParsed && typeOf(entry.mimetype) !== 'photo'
}

/** @returns the language of an entry as BCP 47 writes it; empty if it is unknown */
export const languageOf = ({ language }: Entry): string => language?.replaceAll('_', '-') ?? ''

function typeOf(mimetype: string | null): 'article' | 'photo' | 'video' {
  if (mimetype?.startsWith('image/')) return 'photo'
  return mimetype?.startsWith('video/') ? 'video' : 'article'
}

/** @returns the progress in percent. Between the ends of the text, it is never 0 or 100. */
function readingPosition(progress: StoredProgress | undefined) {
  const share = progress?.share ?? 0
  const percent = Math.round(share * 100)
  if (share === 0 || share === 1) return { read_progress: percent }
  return { read_progress: Math.min(99, Math.max(1, percent)) }
}

function resourcesOf(loaded: LoadedEntry, { baseUrl, copies }: BookmarkContext) {
  const { entry } = loaded
  const href = bookmarkHref(baseUrl, entry.id)
  const image = copies?.lead ? { ...copies.leadSize, src: baseUrl + copies.lead } : undefined
  return {
    ...(hasArticle(loaded) && { article: { src: `${href}/article` } }),
    ...(copies?.icon && { icon: { src: baseUrl + copies.icon, ...copies.iconSize } }),
    ...(image && { image, thumbnail: image }),
    // The app for Android requires these two of every bookmark.
    log: { src: `${href}/x/log` },
    props: { src: `${href}/x/props.json` },
  }
}
