import { hashList } from './storing/known-address-hashes.ts'
import type { Candidate, RowBatch } from './storing/row-batch.ts'
import type { FileContents } from './import.ts'
import type { HighlightedDocument } from './import-row.ts'

/** Maximum number of invalid rows that are named, and of tags that are listed and counted. */
const MAX_NAMED_ROWS = 20
const MAX_NAMED_TAGS = 8
const MAX_TAGS = 10_000

/** Counts what the rows of a file are. Each row counts once. */
export class ContentsCounter {
  readonly #findSaved: (hashes: string) => Promise<ReadonlySet<string>>
  readonly #countMatches: (documents: readonly HighlightedDocument[]) => Promise<number>
  readonly #seen = new Set<string>()
  readonly #tags = new Set<string>()
  readonly #invalidRows: FileContents['invalidRows'][number][] = []
  readonly #highlights = { documents: 0, matched: 0, count: 0 }
  #alreadySaved = 0
  #archived = 0
  #starred = 0
  #repeated = 0
  #invalid = 0
  #leftOut = 0

  /**
   * @param findSaved returns the hashes of a JSON list that belong to pages of the owner
   * @param countMatches returns the number of documents that match an entry of the owner
   */
  constructor(
    findSaved: (hashes: string) => Promise<ReadonlySet<string>>,
    countMatches: (documents: readonly HighlightedDocument[]) => Promise<number>,
  ) {
    this.#findSaved = findSaved
    this.#countMatches = countMatches
  }

  /** number of rows whose page the owner has */
  get alreadySaved(): number {
    return this.#alreadySaved
  }

  async add(batches: Iterable<RowBatch>): Promise<void> {
    for (const { candidates, documents, broken, skipped } of batches) {
      await this.#addDocuments(documents.map(({ document }) => document))
      const saved = await this.#findSaved(hashList(candidates))
      for (const candidate of candidates) this.#addPage(candidate, saved)
      this.#invalid += broken.length
      this.#leftOut += skipped.length
      for (const { number: row, reason } of broken.slice(0, MAX_NAMED_ROWS - this.#invalidRows.length)) {
        this.#invalidRows.push({ row, reason })
      }
    }
  }

  async #addDocuments(documents: readonly HighlightedDocument[]): Promise<void> {
    if (documents.length === 0) return
    this.#highlights.documents += documents.length
    this.#highlights.matched += await this.#countMatches(documents)
    for (const { annotations } of documents) this.#highlights.count += annotations.length
  }

  #addPage({ hashes, row }: Candidate, saved: ReadonlySet<string>): void {
    if (hashes.some((hash) => this.#seen.has(hash))) this.#repeated++
    else if (hashes.some((hash) => saved.has(hash))) this.#alreadySaved++
    else this.#addNew(row)
    for (const hash of hashes) this.#seen.add(hash)
    for (const tag of row.tags ?? []) if (this.#tags.size < MAX_TAGS) this.#tags.add(tag)
  }

  #addNew({ isArchived, isStarred }: Candidate['row']): void {
    if (isArchived) this.#archived++
    if (isStarred) this.#starred++
  }

  contents(): FileContents {
    return {
      repeated: this.#repeated,
      invalid: this.#invalid,
      leftOut: this.#leftOut,
      archived: this.#archived,
      starred: this.#starred,
      invalidRows: this.#invalidRows,
      tags: { count: this.#tags.size, first: [...this.#tags].slice(0, MAX_NAMED_TAGS) },
      ...(this.#highlights.documents > 0 && { highlights: this.#highlights }),
    }
  }
}
