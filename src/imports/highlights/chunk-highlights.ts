import type { RawDocument } from '../import-row.ts'

/** Number of highlights in a row. A document with more becomes several rows, because rows with more are cut. */
const HIGHLIGHTS_PER_ROW = 500

/** @returns the document, as several ones if it has very many highlights */
export function chunkHighlights(
  about: Omit<RawDocument, 'annotations'>,
  annotations: readonly object[],
): readonly RawDocument[] {
  const starts = Array.from({ length: Math.ceil(annotations.length / HIGHLIGHTS_PER_ROW) }, (_, index) => index)
  return starts.map((index) => ({
    ...about,
    annotations: annotations.slice(index * HIGHLIGHTS_PER_ROW, (index + 1) * HIGHLIGHTS_PER_ROW),
  }))
}
