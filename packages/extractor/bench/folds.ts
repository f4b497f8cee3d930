import { createHash } from 'node:crypto'
import type { CorpusPage } from './corpus.ts'

/** @returns the number of the fold that a page belongs to, from 0. All pages of a site belong to the same fold. */
export function foldOf({ site }: CorpusPage, folds: number): number {
  return createHash('sha256').update(site).digest().readUInt32BE(0) % folds
}
