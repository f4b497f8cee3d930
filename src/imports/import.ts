import type { UserId } from '../kernel/brand.ts'
import type { FormatChoice } from './format-list.ts'

/**
 * `receiving`: the upload is not finished; `waiting` for its job; `running`; `done`: the whole file was read;
 * `cancelled` by its owner; `failed`: the file could not be read to its end. Pages imported before either of these
 * stay.
 */
export type ImportState = 'receiving' | 'waiting' | 'running' | 'done' | 'cancelled' | 'failed'

export interface ImportOptions {
  /** archive everything */
  readonly isAllRead: boolean
  /** fetch the pages whose content is not in the file */
  readonly isFetching: boolean
  /** added to every new entry */
  readonly tags: readonly string[]
}

/** A file of saved pages from another service, and the result of its import. Times are ISO text in UTC, sizes bytes. */
export interface Import {
  readonly id: number
  readonly ownerId: UserId
  readonly format: FormatChoice
  readonly fileName: string
  readonly size: number
  readonly options: ImportOptions
  readonly state: ImportState
  /** a sentence, or null if there was no problem with the file as a whole */
  readonly failure: string | null
  readonly bytesRead: number
  /** completed rows; the next run continues after them */
  readonly rowsDone: number
  readonly imported: number
  /** rows with an address that the owner already had, and rows that are not pages */
  readonly skipped: number
  readonly failed: number
  /** rows of the file, null until they are counted */
  readonly total: number | null
  readonly createdAt: string
  readonly finishedAt: string | null
}

/** A row that could not be imported, or was skipped because it is not a page. */
export interface ImportError {
  /** from 1 */
  readonly row: number
  readonly reason: string
}

/** Security specification, section 5. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024
export const MAX_ROWS = 100_000
/** Maximum number of failed or skipped rows that are listed; all are counted. */
export const MAX_ERRORS = 1000
/** Maximum number of concurrent imports of one user. */
export const MAX_UNFINISHED = 5
/** Maximum number of finished imports kept for one user. */
export const MAX_FINISHED = 50

/** @returns whether its state may still change without the user */
export function isUnderWay({ state }: Pick<Import, 'state'>): boolean {
  return state === 'receiving' || state === 'waiting' || state === 'running'
}
