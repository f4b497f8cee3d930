import { FORMATS } from '../../imports/format-list.ts'
import { NO_FETCHES, type FetchSummary } from '../../imports/fetch-summary.ts'
import { isUnderWay, type Import, type ImportError } from '../../imports/import.ts'

/** The data of an import page. */
export interface ImportView {
  readonly id: number
  readonly fileName: string
  /** name of the service, empty if unknown */
  readonly service: string
  readonly state: Import['state']
  readonly failure: string | null
  /** percentage of the file that was read, as an integer */
  readonly share: number
  readonly imported: number
  readonly skipped: number
  readonly failed: number
  /** number of rows in the file; null until they are counted */
  readonly total: number | null
  readonly savedAt: Date
  readonly isUnderWay: boolean
  readonly errors: readonly ImportError[]
  readonly fetched: FetchSummary
}

export function importView(job: Import, errors: readonly ImportError[] = [], fetched = NO_FETCHES): ImportView {
  const { id, fileName, state, failure, imported, skipped, failed } = job
  return {
    id,
    fileName,
    service: job.format === 'auto' ? '' : FORMATS[job.format],
    state,
    failure,
    share: state === 'done' ? 100 : Math.floor((job.bytesRead / Math.max(job.size, 1)) * 100),
    imported,
    skipped,
    failed,
    total: job.total,
    savedAt: new Date(job.createdAt),
    isUnderWay: isUnderWay(job),
    errors,
    fetched,
  }
}
