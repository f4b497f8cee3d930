import { linkAddress } from '@dogear/extractor/content'
import { UNKNOWN_TIME } from '../entries/entry.ts'
import type { AboutExport } from './export-writer.ts'
import { exportLabels } from './export-labels.ts'
import { authorsOf } from '../entries/authors-of.ts'
import type { ExportedEntry } from './exported-entry.ts'

/** One row of metadata on the title page of an entry. */
export interface Fact {
  readonly label: string
  /** text; only that of the note may contain line breaks */
  readonly value: string
  readonly href?: string
}

/**
 * @returns the metadata rows of the title page: authors, dates, reading time, address, tags and note; empty values are
 *   omitted
 */
export function titlePageFacts({ entry, tags }: ExportedEntry, about: AboutExport): readonly Fact[] {
  const words = exportLabels(about.language)
  const authors = authorsOf(entry)
  // The stored reading time assumes 200 words a minute (wallabag contract, section 4.4). The page shows the time at the
  // reader's own speed.
  const minutes = Math.round((entry.readingTime * 200) / Math.max(1, about.readingSpeed))
  const href = linkAddress(entry.url)
  const all: readonly Fact[] = [
    { label: words.authors, value: authors.join(', ') || (entry.domainName ?? '') },
    { label: words.publishedAt, value: dayOf(entry.publishedAt) },
    { label: words.readingTime, value: words.minutes(minutes) },
    { label: words.addedAt, value: dayOf(entry.createdAt) },
    { label: words.address, value: entry.url, ...(href !== undefined && { href }) },
    { label: words.tags, value: tags.map(({ label }) => label).join(', ') },
    { label: words.note, value: entry.note ?? '' },
  ]
  return all.filter(({ value }) => value !== '')
}

function dayOf(iso: string | null): string {
  return iso === null || iso === UNKNOWN_TIME ? '' : new Date(iso).toISOString().slice(0, 10)
}
