import type { AnnotationFilter } from '../../src/annotations/annotation-filter.ts'
import { mapArticle } from '../../src/annotations/article-map.ts'
import type { ListAnnotations } from '../../src/annotations/list-annotations.ts'
import type { ListedAnnotation } from '../../src/annotations/listed-annotation.ts'
import { locateAnnotations } from '../../src/annotations/locate-annotations.ts'
import type { EntryAnnotation } from '../../src/entries/entry.ts'
import type { StoredEntry } from '../../src/web/sync/stored-objects.ts'
import { authorsOf } from '../../src/entries/authors-of.ts'
import { shownTitle } from '../../src/entries/shown-title.ts'
import { contentOf } from './stored-contents.ts'
import type { Library } from './library.ts'

interface AnnotationOfEntry {
  readonly stored: StoredEntry
  readonly annotation: EntryAnnotation
}

/** @returns a function that lists the annotations and the notes of entries in the library */
export const annotationLister =
  (library: Library): ListAnnotations =>
  async (_owner, filter, { number, perPage }) => {
    const all = [...library.entries.values()].flatMap((stored) =>
      [...noteOf(stored), ...stored.annotations].map((annotation): AnnotationOfEntry => ({ stored, annotation })),
    )
    const found = all.filter((one) => isSelected(one, filter))
    const sorted = filter.order === 'place' ? await inTextOrder(library, found) : found.toSorted(byTime)
    const page = sorted.slice((number - 1) * perPage, number * perPage)
    const notes = found.filter(({ annotation }) => annotation.id === 0).length
    return { total: found.length, notes, annotations: page.map(listed) }
  }

/** @returns the note of an entry as an annotation with the id 0 and without a colour, if there is one */
function noteOf({ entry: { note, noteSetAt, createdAt } }: StoredEntry): EntryAnnotation[] {
  const at = noteSetAt ?? createdAt
  return note === null ? [] : [{ id: 0, text: note, quote: '', ranges: '[]', color: '', createdAt: at, updatedAt: at }]
}

function byTime({ stored, annotation }: AnnotationOfEntry, other: AnnotationOfEntry): number {
  const [at, otherAt] = [annotation.createdAt, other.annotation.createdAt]
  if (at !== otherAt) return at < otherAt ? 1 : -1
  return other.annotation.id - annotation.id || other.stored.entry.id - stored.entry.id
}

const isEqual = (wanted: string | undefined, value: string | null): boolean => wanted === undefined || wanted === value

function isSelected({ stored, annotation }: AnnotationOfEntry, filter: AnnotationFilter): boolean {
  const { text = '', color, tag, site, from = '', to } = filter
  const words = `${annotation.quote} ${annotation.text} ${stored.entry.title ?? ''}`.toLowerCase()
  const labels = [...stored.tags.map(({ label }) => label), ...(annotation.tags ?? [])]
  const isTagged = tag === undefined || labels.includes(tag)
  // Times are ISO texts with a `T` after the date. `U` sorts after `T`, so the whole day `to` is included.
  const isInTime = annotation.createdAt >= from && (to === undefined || annotation.createdAt < `${to}U`)
  const hasWords = text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
  return hasWords && isEqual(color, annotation.color) && isTagged && isEqual(site, stored.entry.domainName) && isInTime
}

/** @returns the annotations grouped by entry, newest entry first. Those of an entry are in the order of its text. */
async function inTextOrder(library: Library, found: readonly AnnotationOfEntry[]): Promise<AnnotationOfEntry[]> {
  const groups = [...Map.groupBy(found, ({ stored }) => stored)]
  const sorted: AnnotationOfEntry[] = []
  for (const [stored, group] of groups.toSorted(([one], [other]) => other.entry.id - one.entry.id)) {
    const html = (await contentOf(library.store, stored.entry.id)) ?? ''
    const places = locateAnnotations(
      mapArticle(html),
      group.map(({ annotation }) => annotation),
    )
    const startOf = ({ annotation: { id } }: AnnotationOfEntry) =>
      id === 0 ? -1 : (places.get(id)?.[0]?.start ?? Number.MAX_SAFE_INTEGER)
    sorted.push(
      ...group.toSorted((one, other) => startOf(one) - startOf(other) || one.annotation.id - other.annotation.id),
    )
  }
  return sorted
}

/** @returns an annotation of an entry as lists show it */
export function listed({ stored, annotation }: AnnotationOfEntry): ListedAnnotation {
  const { entry, tags } = stored
  const { id, quote, text, color, tags: ownTags = [], createdAt, updatedAt } = annotation
  return {
    id: id === 0 ? null : id,
    quote,
    text,
    color,
    ownTags,
    createdAt,
    updatedAt,
    entryId: entry.id,
    entryTitle: shownTitle(entry),
    url: entry.url,
    siteName: entry.domainName ?? '',
    authors: authorsOf(entry),
    tags: tags.map(({ label }) => label),
  }
}
