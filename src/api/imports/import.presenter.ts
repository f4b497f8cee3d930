import type { UnplacedAnnotation } from '../../imports/highlights/unplaced-annotation.repository.ts'
import type { Import } from '../../imports/import.ts'

const count = (description: string) => ({ type: 'integer', description }) as const
const properties = {
  id: { type: 'integer' },
  format: { type: 'string' },
  file_name: { type: 'string', description: 'file name from the client' },
  state: { type: 'string', enum: ['checking', 'ready', 'waiting', 'running', 'done', 'cancelled', 'failed'] },
  failure: { type: ['string', 'null'], description: 'reason why the import stopped before the end of the file' },
  size: count('size of the file in bytes'),
  bytes_read: count('number of bytes that have been read'),
  rows: count('number of processed rows'),
  total: { type: ['integer', 'null'], description: 'number of rows in the file; null until they have been counted' },
  imported: count('number of new entries'),
  merged: count('number of rows that added tags, a note or the like to an entry that was already saved'),
  skipped: count('number of rows without a page, or with nothing to add to an entry that was already saved'),
  failed: count('number of rows that could not be imported'),
  created_at: { type: 'string', description: 'ISO 8601' },
  finished_at: { type: ['string', 'null'], description: 'ISO 8601; null while the import is running' },
} as const

const ERRORS = {
  type: 'array',
  description: 'failed, skipped and merged rows, and imported rows of which a part was left out',
  items: {
    type: 'object',
    properties: {
      row: count('number of the row, starting with 1'),
      reason: { type: 'string', description: 'one sentence on each line' },
    },
  },
} as const

export const IMPORT = { type: 'object', properties } as const
export const IMPORT_WITH_ERRORS = { type: 'object', properties: { ...properties, errors: ERRORS } } as const

export const UNPLACED = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    title: { type: 'string', description: 'title of the book or article' },
    author: { type: 'string', description: 'empty if it is unknown' },
    quote: { type: 'string' },
    text: { type: 'string', description: 'the note' },
    color: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    created_at: { type: 'string', description: 'ISO 8601' },
  },
} as const

/** @returns an annotation without an entry in the format of the API */
export function wireUnplaced({ createdAt, tags = [], ...one }: UnplacedAnnotation) {
  return { ...one, tags, created_at: createdAt }
}

/** @returns an import in the format of the API */
export function wireImport(job: Import) {
  return {
    id: job.id,
    format: job.format,
    file_name: job.fileName,
    state: job.state,
    failure: job.failure,
    size: job.size,
    bytes_read: job.bytesRead,
    rows: job.rowsDone,
    total: job.total,
    imported: job.imported,
    merged: job.merged,
    skipped: job.skipped,
    failed: job.failed,
    created_at: job.createdAt,
    finished_at: job.finishedAt,
  }
}
