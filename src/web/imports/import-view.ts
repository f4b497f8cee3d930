import { IMPORT_FORMATS } from '../../imports/format-list.ts'
import { NO_FETCHES, type FetchSummary } from '../../imports/fetch-summary.ts'
import { isUnderWay, type Import, type ImportError } from '../../imports/import.ts'

export interface ImportView {
  readonly id: number
  readonly fileName: string
  /** name of the service that the file comes from; empty if unknown */
  readonly service: string
  /** `fetching`: the file has been read, but not all of its pages have been fetched yet */
  readonly state: Import['state'] | 'fetching'
  readonly failure: string | null
  /** share of the file that has been read, in percent */
  readonly share: number
  readonly imported: number
  readonly merged: number
  readonly skipped: number
  readonly failed: number
  /** number of rows in the file; null until they have been counted */
  readonly total: number | null
  readonly savedAt: Date
  readonly isUnderWay: boolean
  readonly errors: readonly ImportError[]
  readonly fetched: FetchSummary
}

export function importView(job: Import, errors: readonly ImportError[] = [], fetched = NO_FETCHES): ImportView {
  const { id, fileName, state, failure, imported, merged, skipped, failed } = job
  return {
    id,
    fileName,
    service: job.format === 'auto' ? '' : IMPORT_FORMATS[job.format],
    state: state === 'done' && fetched.pending > 0 ? 'fetching' : state,
    failure,
    share: state === 'done' ? 100 : Math.floor((job.bytesRead / Math.max(job.size, 1)) * 100),
    imported,
    merged,
    skipped,
    failed,
    total: job.total,
    savedAt: new Date(job.createdAt),
    isUnderWay: isUnderWay(job),
    errors,
    fetched,
  }
}
