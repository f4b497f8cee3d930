import { toBytes } from '../db/bytes-text.ts'
import { segmentOf, type SegmentPages } from './segment.ts'

/** The pages of a word, or of a range of words, in one segment. */
export interface ToldPages {
  /** which of those that were asked for, from 0 on */
  readonly at: number
  /** of the segment, as it was told */
  readonly name: string
  readonly pages: SegmentPages
}

/** @param text as src/search/postgres-sql.ts has it told */
export function* toldPages(text: string | null): Generator<ToldPages> {
  if (text === null) return
  for (const part of text.split(';')) {
    const [at, name, ids, places] = part.split(' ') as [string, string, string, string]
    const pages = { segment: segmentOf(name), ids: toBytes(ids), places: toBytes(places) }
    yield { at: Number(at) - 1, name, pages }
  }
}
