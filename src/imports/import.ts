import type { UserId } from '../kernel/brand.ts'
import type { FormatChoice } from './format-list.ts'

/**
 * `receiving`: the file is still coming; `waiting` for its job; `running`; `done`: the whole file was read; `cancelled`
 * by its owner; `failed`: the file could not be read to its end. What was taken over before either stays.
 */
export type ImportState = 'receiving' | 'waiting' | 'running' | 'done' | 'cancelled' | 'failed'

export interface ImportOptions {
  /** archive everything */
  readonly isAllRead: boolean
  /** get the pages whose content the file does not have */
  readonly isFetching: boolean
  /** added to every new entry */
  readonly tags: readonly string[]
}

/** A file of saved pages from elsewhere, and what became of it. Times are ISO text in UTC, sizes bytes. */
export interface Import {
  readonly id: number
  readonly ownerId: UserId
  readonly format: FormatChoice
  readonly fileName: string
  readonly size: number
  readonly options: ImportOptions
  readonly state: ImportState
  /** a sentence, or null when nothing went wrong with the file as a whole */
  readonly failure: string | null
  readonly bytesRead: number
  /** rows that are settled; the next run goes on behind them */
  readonly rowsDone: number
  readonly imported: number
  /** rows whose address the owner had already, and those that stand for no page */
  readonly skipped: number
  readonly failed: number
  readonly createdAt: string
  readonly finishedAt: string | null
}

/** A row that could not be taken over, or was left out because it stands for no page. */
export interface ImportError {
  /** from 1 on */
  readonly row: number
  readonly reason: string
}

/** Security specification, section 5. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024
export const MAX_ROWS = 100_000
/** Rows that are told one by one because they failed or were left out; the counts go on. */
export const MAX_ERRORS = 1000
/** Imports of one user that may be under way at once. */
export const MAX_UNFINISHED = 5
/** Finished imports of one user that are remembered. */
export const MAX_FINISHED = 50

/** @returns whether it may still change by itself */
export function isUnderWay({ state }: Pick<Import, 'state'>): boolean {
  return state === 'receiving' || state === 'waiting' || state === 'running'
}
