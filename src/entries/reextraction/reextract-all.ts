import { EXTRACTOR_VERSION } from '../../extraction/extraction.ts'
import { listCaptures, type CaptureFilter, type CapturePlace } from './list-captures.ts'
import { reextractEntry, type ReextractDeps, type Reextracted } from './reextract-entry.ts'

export interface ReextractOptions extends Omit<CaptureFilter, 'notVersion'> {
  readonly isDryRun: boolean
  /** also where the text was made by the current version */
  readonly isForced: boolean
  /** entries at once: as many as there are threads that extract */
  readonly atOnce: number
}

/** How many entries came to each end. */
export interface ReextractTotals {
  readonly changed: number
  readonly same: number
  readonly kept: number
  readonly skipped: number
}

/** Places in one piece of the list, so that memory stays flat however large the library is. */
const PIECE = 100

/**
 * Runs stored pages through the extractor again, without the network.
 * @param tell called with every entry that was looked at, in order
 */
export async function reextractAll(
  deps: ReextractDeps,
  options: ReextractOptions,
  tell: (entry: NonNullable<Reextracted>) => void,
): Promise<ReextractTotals> {
  const { isDryRun, isForced, atOnce, ...where } = options
  const filter = { ...where, ...(!isForced && { notVersion: EXTRACTOR_VERSION }) }
  const totals = { changed: 0, same: 0, kept: 0, skipped: 0 }
  let after: CapturePlace | undefined
  for (;;) {
    const last = after
    const piece = await deps.database.read((db) => listCaptures(db, filter, last, PIECE))
    for (let start = 0; start < piece.length; start += atOnce) {
      const places = piece.slice(start, start + atOnce)
      for (const done of await Promise.all(places.map((place) => reextractEntry(deps, place, isDryRun)))) {
        totals[done?.outcome ?? 'skipped'] += 1
        if (done) tell(done)
      }
    }
    if (piece.length < PIECE) return totals
    after = piece.at(-1)
  }
}
