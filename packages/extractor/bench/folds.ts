import { createHash } from 'node:crypto'
import type { CorpusPage } from './corpus.ts'

/** @returns the number of the fold of a page, from 0; all pages of a site are in one */
export function foldOf({ site }: CorpusPage, folds: number): number {
  return createHash('sha256').update(site).digest().readUInt32BE(0) % folds
}
