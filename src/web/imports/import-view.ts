import { HIGHLIGHT_FORMATS, IMPORT_FORMATS } from '../../imports/import-formats.ts'
import { NO_FETCHES, type FetchSummary } from '../../imports/fetch-summary.ts'
import { isUnderWay, type FileContents, type Import, type ImportError } from '../../imports/import.ts'
import type { UndoState } from '../../imports/undo-import.ts'

export interface ImportView {
  readonly id: number
  readonly fileName: string
  /** name of the service that the file comes from; empty if unknown */
  readonly service: string
  /** true if the file contains highlights of documents, and no pages */
  readonly isHighlights: boolean
  /** `fetching`: the file has been read, but not all of its pages have been fetched yet */
  readonly state: Import['state'] | 'fetching'
  readonly failure: string | null
  /** share of the file that has been read, in percent */
  readonly share: number
  /** number of completed rows */
  readonly rowsDone: number
  readonly imported: number
  readonly merged: number
  readonly skipped: number
  readonly failed: number
  /** number of rows in the file; null until they have been counted */
  readonly total: number | null
  /** number of rows whose pages were saved before; null if the file was not checked */
  readonly alreadySaved: number | null
  /** what else the check of the file found; null if the file was not checked */
  readonly contents: FileContents | null
  readonly savedAt: Date
  readonly isUnderWay: boolean
  readonly errors: readonly ImportError[]
  readonly fetched: FetchSummary
  /** estimated minutes until all rows are imported, and until all pages are fetched; undefined if it is too early to say */
  readonly minutesLeft: { readonly rows: number | undefined; readonly pages: number | undefined }
  readonly undo: UndoState & {
    /** true if the owner has undone the import */
    readonly wasUndone: boolean
    /** true if the entries that it created are in the trash, or were */
    readonly isInTrash: boolean
  }
}

/** Data of an import that its page shows, and the list of imports does not. */
interface ImportDetails {
  readonly errors?: readonly ImportError[]
  readonly fetched?: FetchSummary
  readonly undo?: UndoState
}

export function importView(
  job: Import,
  now: Date,
  { errors = [], fetched = NO_FETCHES, undo = { inLibrary: 0, highlights: 0, isUndoing: false } }: ImportDetails = {},
): ImportView {
  const { id, fileName, state, failure, rowsDone, imported, merged, skipped, failed, total } = job
  const elapsed = job.startedAt === null ? 0 : now.getTime() - Date.parse(job.startedAt)
  return {
    id,
    fileName,
    service: serviceOf(job),
    isHighlights: HIGHLIGHT_FORMATS.has(job.foundFormat ?? job.format),
    state: state === 'done' && fetched.pending > 0 ? 'fetching' : state,
    failure,
    share: shareOf(job),
    rowsDone,
    imported,
    merged,
    skipped,
    failed,
    total,
    alreadySaved: job.alreadySaved,
    contents: job.contents,
    savedAt: new Date(job.createdAt),
    isUnderWay: isUnderWay(job),
    errors,
    fetched,
    minutesLeft: {
      rows: minutesLeft({ done: rowsDone, total: total ?? 0, elapsed }),
      pages: minutesLeft({ done: fetched.total - fetched.pending, total: fetched.total, elapsed }),
    },
    undo: {
      ...undo,
      wasUndone: hasUndo(job) && undo.inLibrary === 0 && undo.highlights === 0,
      isInTrash: job.undoAction !== null,
    },
  }
}

/** @returns the state in words that both the page of an import and the list of imports show */
export const shownState = ({ state, undo }: ImportView): ImportView['state'] | 'undoing' | 'undone' =>
  undo.isUndoing ? 'undoing' : undo.wasUndone ? 'undone' : state

/** @returns whether the owner has undone the import at least once, and may have restored what it created since */
export const hasUndo = ({ undoAction, highlightsUndoneAt }: Import): boolean =>
  undoAction !== null || highlightsUndoneAt !== null

function serviceOf({ format, foundFormat }: Import): string {
  const name = foundFormat ?? format
  return name === 'auto' ? '' : IMPORT_FORMATS[name]
}

function shareOf({ state, bytesRead, size }: Import): number {
  return state === 'done' ? 100 : Math.floor((bytesRead / Math.max(size, 1)) * 100)
}

/** Share of the work, and milliseconds, after which the rest is estimated. Earlier estimates vary too much. */
const MIN_SHARE = 0.02
const MIN_ELAPSED_MS = 5000

interface Progress {
  readonly done: number
  readonly total: number
  /** milliseconds since the start */
  readonly elapsed: number
}

/** @returns the minutes until the rest is done at the average speed so far; undefined if it is too early to say */
function minutesLeft({ done, total, elapsed }: Progress): number | undefined {
  if (done >= total || done < total * MIN_SHARE || elapsed < MIN_ELAPSED_MS) return undefined
  return Math.ceil(((total - done) * elapsed) / done / 60_000)
}
