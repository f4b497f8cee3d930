/** The reading position in an entry. */
export interface Progress {
  /** number of the block at the top of the window, from 0; exact while the text stays the same */
  readonly block: number
  /** position in the whole text, 0 to 1 */
  readonly share: number
}

/** A stored position, with ISO times of the last reading and of the start of the current one; null for the first. */
export interface StoredReading extends Progress {
  readonly at: string
  readonly startedAt: string | null
}

/** A position this much before the stored one, as a share of the text, starts a new reading. */
const STEP_BACK = 0.1

/**
 * Decides between the stored position and another one. A position that is more than a tenth of the text before an
 * earlier one starts a new reading; positions from before its start do not count any more.
 * @param rule which position of the current reading stays: the latest, or the furthest
 * @returns the position to store; undefined to keep the stored one
 */
export function settleProgress(
  stored: StoredReading | undefined,
  given: Progress & { readonly at: string },
  rule: 'latest' | 'furthest',
): StoredReading | undefined {
  if (!stored) return { ...given, startedAt: null }
  const { startedAt } = stored
  if (given.at < stored.at) return rule === 'furthest' ? settleEarlier(stored, given) : undefined
  if (given.share < stored.share - STEP_BACK) return { ...given, startedAt: given.at }
  const staysFurthest = rule === 'furthest' && given.share < stored.share
  return staysFurthest ? { ...stored, at: given.at } : { ...given, startedAt }
}

/** The stored position would have started a new reading after one that is far beyond it. */
function settleEarlier(stored: StoredReading, given: Progress & { readonly at: string }): StoredReading | undefined {
  const { startedAt } = stored
  const isOfReading = startedAt === null || given.at >= startedAt
  const isFurther = given.share > stored.share && given.share <= stored.share + STEP_BACK
  if (!isOfReading || !isFurther) return undefined
  const { block, share } = given
  return { block, share, at: stored.at, startedAt }
}
