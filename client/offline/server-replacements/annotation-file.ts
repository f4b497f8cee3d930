import type * as server from '../../../src/exports/annotations/annotation-file.ts'
import { needsNetwork } from './server-only-actions.ts'

/** Formats that the annotation page offers. Only the server can write the files. */
export const ANNOTATION_FORMATS: typeof server.ANNOTATION_FORMATS = {
  md: { mediaType: 'text/markdown; charset=UTF-8', fileName: 'annotations.md' },
  zip: { mediaType: 'application/zip', fileName: 'annotations.zip' },
  csv: { mediaType: 'text/csv; charset=UTF-8', fileName: 'annotations.csv' },
  json: { mediaType: 'application/json; charset=UTF-8', fileName: 'annotations.json' },
  readwise: { mediaType: 'text/csv; charset=UTF-8', fileName: 'annotations-readwise.csv' },
}

export const MAX_EXPORTED: typeof server.MAX_EXPORTED = 20_000

export const isAnnotationFormat = (name: unknown): name is server.AnnotationFormat =>
  typeof name === 'string' && Object.hasOwn(ANNOTATION_FORMATS, name)

export const annotationFile: typeof server.annotationFile = async () => {
  throw needsNetwork()
}
