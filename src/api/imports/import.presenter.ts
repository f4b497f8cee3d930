import type { Import } from '../../imports/import.ts'

const count = (description: string) => ({ type: 'integer', description }) as const
const properties = {
  id: { type: 'integer' },
  format: { type: 'string' },
  file_name: { type: 'string', description: 'as the client told it' },
  state: { type: 'string', enum: ['waiting', 'running', 'done', 'cancelled', 'failed'] },
  failure: { type: ['string', 'null'], description: 'why the file could not be read to its end' },
  size: count('bytes of the file'),
  bytes_read: count('bytes of the file that were looked at'),
  rows: count('rows that are settled'),
  total: { type: ['integer', 'null'], description: 'rows of the file; null until they are counted' },
  imported: count('new entries'),
  skipped: count('rows whose address was saved already, or that stand for no page'),
  failed: count('rows that could not be taken over'),
  created_at: { type: 'string', description: 'ISO 8601' },
  finished_at: { type: ['string', 'null'], description: 'ISO 8601; null while it is under way' },
} as const

const ERRORS = {
  type: 'array',
  description: 'rows that failed, and those that were left out because they stand for no page: these are skipped',
  items: {
    type: 'object',
    properties: { row: count('number of the row, from 1 on'), reason: { type: 'string' } },
  },
} as const

export const IMPORT = { type: 'object', properties } as const
export const IMPORT_WITH_ERRORS = { type: 'object', properties: { ...properties, errors: ERRORS } } as const

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
    skipped: job.skipped,
    failed: job.failed,
    created_at: job.createdAt,
    finished_at: job.finishedAt,
  }
}
