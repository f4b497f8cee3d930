import type { UserId } from '../kernel/branded-ids.ts'
import type { FormatChoice, FormatName } from './import-formats.ts'

/**
 * State of an import. `receiving`: the upload is in progress. `checking`: a job reads the file, to report its content.
 * `ready`: the owner has to start the import. `waiting`: the job has not started. `running`: rows are
 * being imported. `done`: the whole file was read. `cancelled`: the owner stopped it. `failed`: the file could not be
 * read to its end. Pages that were imported before cancelling or failing remain.
 */
export type ImportState = 'receiving' | 'checking' | 'ready' | 'waiting' | 'running' | 'done' | 'cancelled' | 'failed'

export interface ImportOptions {
  /** true to archive all imported pages */
  readonly isAllRead: boolean
  /** true to fetch the pages whose content is not in the file */
  readonly isFetching: boolean
  /** tags added to every new entry */
  readonly tags: readonly string[]
}

/**
 * A file of saved pages from another service, and the result of its import. Times are ISO 8601 in UTC; sizes are in
 * bytes.
 */
export interface Import {
  readonly id: number
  readonly ownerId: UserId
  readonly format: FormatChoice
  /** format that was recognised before the import; null if the file was not checked */
  readonly foundFormat: FormatName | null
  readonly fileName: string
  readonly size: number
  readonly options: ImportOptions
  readonly state: ImportState
  /** a sentence about a problem with the whole file, or null if there was none */
  readonly failure: string | null
  readonly bytesRead: number
  /** number of rows that are done; after an interruption, the import continues with the next row */
  readonly rowsDone: number
  readonly imported: number
  /** number of rows that added something to a page that the owner already had */
  readonly merged: number
  /** number of rows that were not imported because they are not pages, or because the owner already had the page */
  readonly skipped: number
  readonly failed: number
  /** number of rows in the file; null until they have been counted */
  readonly total: number | null
  /** number of rows whose pages the owner had before the import; null if the file was not checked */
  readonly alreadySaved: number | null
  /** what else the check of the file found; null if the file was not checked */
  readonly contents: FileContents | null
  readonly createdAt: string
  /** null until the first row is imported */
  readonly startedAt: string | null
  readonly finishedAt: string | null
  /** the deletion in the history of actions that undoes the import; null if it was not undone */
  readonly undoAction: number | null
  /** time at which the highlights that the import added were taken back; null if they were not */
  readonly highlightsUndoneAt: string | null
}

/** What the check of a file found, beside the number of its rows and of those whose pages are already saved. */
export interface FileContents {
  /** number of rows with the page of an earlier row */
  readonly repeated: number
  /** number of rows that cannot be imported */
  readonly invalid: number
  /** number of rows that are not pages */
  readonly leftOut: number
  /** the first invalid rows */
  readonly invalidRows: readonly ImportError[]
  /** numbers of new pages that the file marks as read and as favourites; absent in checks of earlier versions */
  readonly archived?: number
  readonly starred?: number
  /** number of different tags, and the first of them */
  readonly tags: { readonly count: number; readonly first: readonly string[] }
  /** number of documents, of those that match an entry, and of their highlights; absent if the file contains none */
  readonly highlights?: { readonly documents: number; readonly matched: number; readonly count: number }
}

/** A row that failed, was skipped or was merged, or an imported row of which a part was left out. */
export interface ImportError {
  /** number of the row in its file, from 1 */
  readonly row: number
  readonly reason: string
}

const HAS_ENDED: ReadonlySet<ImportState> = new Set(['done', 'cancelled', 'failed'])

/** @returns true until the import has ended */
export function isUnderWay({ state }: Pick<Import, 'state'>): boolean {
  return !HAS_ENDED.has(state)
}
