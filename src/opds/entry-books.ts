import type { UserId } from '../kernel/branded-ids.ts'
import { authorsOf } from '../entries/authors-of.ts'
import { titleOf } from '../exports/exported-entry.ts'
import { BookIdentifier } from '../exports/epub/book-metadata.ts'
import { languageTag } from '../exports/language-tag.ts'
import type { LoadExcerpts } from '../entries/listing/load-excerpts.ts'
import type { LoadedEntry } from '../entries/listing/load-entries.ts'
import type { CardCopies, FindCardCopies } from '../images/load-image-copies.ts'
import type { Book, BookCover } from './catalog-feed.ts'
import type { CatalogLabels } from './catalog-labels.ts'
import type { Series } from './shelf.ts'

export interface EntryBooksDeps {
  readonly baseUrl: string
  readonly findCopies: FindCardCopies
  readonly loadExcerpts: LoadExcerpts
}

/** The types of pictures that every book reader shows, by the extension in their addresses. */
const COVER_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
}

/** The covers of books, by the ids of their entries. */
type Covers = ReadonlyMap<number, BookCover>

/** @returns the pictures of the entries that have a stored copy. They appear a moment after a page is saved. */
export async function findCovers(
  { findCopies }: EntryBooksDeps,
  owner: UserId,
  entries: readonly LoadedEntry[],
): Promise<Covers> {
  const cards = entries.map(({ entry: { id, previewPicture } }) => ({ id, previewPicture, siteIcon: null }))
  const copies = await findCopies(owner, cards)
  return new Map(
    [...copies].flatMap(([id, copy]) => {
      const cover = coverOf(copy)
      return cover ? [[id, cover] as const] : []
    }),
  )
}

function coverOf({ lead: path, leadSize }: CardCopies): BookCover | undefined {
  const type = COVER_TYPES[/\.(\w+)$/.exec(path ?? '')?.[1] ?? '']
  return path !== undefined && leadSize && type !== undefined ? { path, type, ...leadSize } : undefined
}

interface Shown {
  readonly covers: Covers
  readonly labels: CatalogLabels
  /** words a minute */
  readonly readingSpeed: number
  /** the collection that the shelf shows */
  readonly series: Series | undefined
}

/** @returns the books of articles. Titles, authors and identifiers are those in the EPUB files. */
export async function entryBooks(
  { baseUrl, loadExcerpts }: EntryBooksDeps,
  owner: UserId,
  entries: readonly LoadedEntry[],
  { covers, labels, readingSpeed, series }: Shown,
): Promise<Book[]> {
  const excerpts = await loadExcerpts(
    owner,
    entries.map(({ entry }) => entry),
    'long',
  )
  return entries.map((one) => {
    const { entry, tags } = one
    const authors = authorsOf(entry)
    const language = languageTag(entry.language)
    const cover = covers.get(entry.id)
    const minutes = labels.minutes(Math.max(1, Math.round((entry.readingTime / readingSpeed) * 200)))
    const facts = [minutes, entry.domainName].filter(Boolean).join(' · ')
    return {
      id: bookUrn(baseUrl, entry.id),
      title: titleOf(one),
      authors: authors.length === 0 && entry.domainName !== null ? [entry.domainName] : authors,
      file: `${series ? `/collections/${series.id}` : ''}/entries/${entry.id}`,
      ...(series && { series: series.name }),
      summary: [facts, excerpts.get(entry.id)].filter(Boolean).join('\n\n'),
      updated: entry.updatedAt,
      added: entry.createdAt,
      tags: tags.map(({ label }) => label),
      source: entry.url,
      ...(language !== undefined && { language }),
      ...(entry.publishedAt !== null && { published: entry.publishedAt }),
      ...(cover && { cover }),
    }
  })
}

function bookUrn(baseUrl: string, entryId: number): string {
  const identifier = new BookIdentifier(baseUrl)
  identifier.add(entryId)
  return identifier.urn()
}
