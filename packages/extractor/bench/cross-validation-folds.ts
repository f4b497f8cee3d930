import { createHash } from 'node:crypto'
import type { CorpusPage } from './corpus.ts'

/** @returns the number of a page's fold, starting with 0. All pages of a site are in one fold. */
export function foldOf({ site }: CorpusPage, folds: number): number {
  return createHash('sha256').update(site).digest().readUInt32BE(0) % folds
}
