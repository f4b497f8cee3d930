import { MAX_PER_ENTRY } from '../../annotations/annotation.ts'
import { deletionKey, type Deletions } from '../../annotations/deleted-highlights.ts'
import { COLORS } from '../../annotations/annotation-color.ts'
import { joinNotes } from '../../entries/join-notes.ts'
import { MAX_TAGS_PER_ENTRY } from '../../tags/tag.ts'
import { joinReasons, reasonText } from '../import-failure-reasons.ts'
import type { ImportedAnnotation, ImportRow } from '../import-row.ts'
import type { Candidate } from './row-batch.ts'

/** The parts of an entry to which rows of a file can add something. */
export interface EntryParts {
  readonly note: string | null
  readonly isStarred: boolean
  readonly labels: readonly string[]
  readonly annotations: readonly Passage[]
  /** highlights that the user has deleted */
  readonly deletions?: Deletions | undefined
  readonly hasProgress: boolean
}

type Passage = Pick<ImportedAnnotation, 'quote' | 'text'>

/** What rows of a file add to an entry. */
export interface Additions {
  /** numbers of the rows that add something */
  readonly rows: ReadonlySet<number>
  /** sentences about parts of rows that exceed a limit, by the number of the row */
  readonly notices: ReadonlyMap<number, string>
  /** the whole new note; null if it stays the same */
  readonly note: string | null
  readonly labels: readonly string[]
  readonly annotations: readonly ImportedAnnotation[]
  /** the row with the first star or reading position, if the entry has none */
  readonly starredBy?: ImportRow
  readonly readBy?: ImportRow
}

/**
 * Finds what rows contain that their entry does not have. Nothing of the entry is replaced: a different note becomes a
 * paragraph of its own. Whether the entry is archived stays the decision of its owner.
 * @param candidates rows with the address of the entry
 */
export function findAdditions(entry: EntryParts, candidates: readonly Candidate[]): Additions {
  const merge = new RowMerge(entry)
  for (const candidate of candidates) merge.add(candidate)
  return merge.additions()
}

/** The largest offset of a time zone, UTC+14: a Kindle writes local times without a zone, which are read as UTC. */
const MAX_ZONE_MS = 14 * 60 * 60 * 1000

/** The entry as it is after each row, so that a later row does not add the same again. */
class RowMerge {
  readonly #rows = new Set<number>()
  readonly #notices = new Map<number, string>()
  readonly #labels: Set<string>
  readonly #passages: Set<string>
  readonly #newLabels: string[] = []
  readonly #newAnnotations: ImportedAnnotation[] = []
  readonly #entry: EntryParts
  #annotations: number
  #note: string | null
  #starredBy: ImportRow | undefined
  #readBy: ImportRow | undefined

  constructor(entry: EntryParts) {
    this.#entry = entry
    this.#note = entry.note
    this.#labels = new Set(entry.labels)
    this.#annotations = entry.annotations.length
    this.#passages = new Set(entry.annotations.flatMap(passageKeys))
  }

  add({ number, row }: Candidate): void {
    const results = [
      this.#addNote(row),
      this.#addLabels(number, row.tags ?? []),
      this.#addAnnotations(number, row.annotations ?? []),
      this.#addState(row),
    ]
    if (results.includes(true)) this.#rows.add(number)
  }

  additions(): Additions {
    return {
      rows: this.#rows,
      notices: this.#notices,
      note: this.#note === this.#entry.note ? null : this.#note,
      labels: this.#newLabels,
      annotations: this.#newAnnotations,
      ...(this.#starredBy && { starredBy: this.#starredBy }),
      ...(this.#readBy && { readBy: this.#readBy }),
    }
  }

  /** A note that does not fit into the note of the entry becomes an annotation without a quotation. */
  #addNote({ note }: ImportRow): boolean {
    if (note === undefined) return false
    const joined = joinNotes(this.#note, note)
    if (joined === undefined) return this.#addAnnotation({ text: note, quote: '', ranges: '[]', color: COLORS[0] })
    if (joined === this.#note) return false
    this.#note = joined
    return true
  }

  #addLabels(number: number, labels: readonly string[]): boolean {
    const missing = labels.filter((label) => !this.#labels.has(label))
    const room = Math.max(MAX_TAGS_PER_ENTRY - this.#labels.size, 0)
    if (missing.length > room) this.#report(number, reasonText('tagsDropped', { count: MAX_TAGS_PER_ENTRY }))
    for (const label of missing.slice(0, room)) {
      this.#labels.add(label)
      this.#newLabels.push(label)
    }
    return missing.length > 0 && room > 0
  }

  #addAnnotations(number: number, annotations: readonly ImportedAnnotation[]): boolean {
    const missing = annotations.filter((one) => !this.#passages.has(passageKeys(one)[0]) && !this.#isDeleted(one))
    const added = missing.filter((one) => this.#addAnnotation(one))
    if (missing.some((one) => !this.#passages.has(passageKeys(one)[0])))
      this.#report(number, reasonText('annotationsDropped', { count: MAX_PER_ENTRY }))
    return added.length > 0
  }

  /** @returns true if the user has deleted the highlight, and not made it again since on a device */
  #isDeleted(annotation: ImportedAnnotation): boolean {
    const deletedAt = this.#entry.deletions?.get(deletionKey(annotation))
    if (deletedAt === undefined) return false
    return Date.parse(annotation.createdAt ?? deletedAt) <= Date.parse(deletedAt) + MAX_ZONE_MS
  }

  /** @returns false if the entry has the annotation, or as many as possible */
  #addAnnotation(annotation: ImportedAnnotation): boolean {
    const keys = passageKeys(annotation)
    if (this.#passages.has(keys[0]) || this.#annotations >= MAX_PER_ENTRY) return false
    for (const key of keys) this.#passages.add(key)
    this.#annotations++
    this.#newAnnotations.push(annotation)
    return true
  }

  #report(number: number, notice: string): void {
    this.#notices.set(number, joinReasons([this.#notices.get(number), notice])!)
  }

  #addState(row: ImportRow): boolean {
    const isStar = row.isStarred === true && !this.#entry.isStarred && !this.#starredBy
    const isProgress = row.progress !== undefined && !this.#entry.hasProgress && !this.#readBy
    if (isStar) this.#starredBy = row
    if (isProgress) this.#readBy = row
    return isStar || isProgress
  }
}

/**
 * @returns the key of the annotation, and the key of the same highlight without a note. A file that contains only the
 *   highlight adds nothing to an annotated one. White space does not count: each device writes another one between paragraphs.
 */
function passageKeys({ quote, text }: Passage): [string, string] {
  const words = quote.replaceAll(/\s+/g, '')
  return [JSON.stringify([words, text.trim()]), JSON.stringify([words, ''])]
}
