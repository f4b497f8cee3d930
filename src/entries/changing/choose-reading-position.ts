/** The reading position in an entry. */
export interface Progress {
  /** number of the block at the top of the window, starting at 0; meaningless after the text has changed */
  readonly block: number
  /** position in the whole text, 0 to 1 */
  readonly share: number
}

/**
 * A stored position. `at` is the ISO time at which the user last read the entry. `startedAt` is the ISO time at which
 * the user last went back to start reading again; null if never.
 */
export interface StoredReading extends Progress {
  readonly at: string
  readonly startedAt: string | null
}

/** A new reading starts if the user goes back by more than this share of the text. */
const NEW_READING_SHARE = 0.1

/**
 * Decides whether a new position replaces the stored one. If the user goes back by more than a tenth of the text, a new
 * reading starts. Positions that were recorded at an earlier time, for example on an offline device, are then ignored.
 * @param rule the position that wins within a reading: the latest, or the furthest
 * @returns the position to store; undefined to keep the stored one
 */
export function chooseReadingPosition(
  stored: StoredReading | undefined,
  given: Progress & { readonly at: string },
  rule: 'latest' | 'furthest',
): StoredReading | undefined {
  if (!stored) return { ...given, startedAt: null }
  const { startedAt } = stored
  if (given.at < stored.at) return rule === 'furthest' ? mergeEarlierPosition(stored, given) : undefined
  if (given.share < stored.share - NEW_READING_SHARE) return { ...given, startedAt: given.at }
  const staysFurthest = rule === 'furthest' && given.share < stored.share
  return staysFurthest ? { ...stored, at: given.at } : { ...given, startedAt }
}

/**
 * Decides about a position that was recorded before the stored one but arrives after it, for example from an offline
 * device. The given position is stored only if it belongs to the current reading and is further on by at most
 * `NEW_READING_SHARE`. A position that is even further on belongs to the reading before the user went back.
 * @returns the position to store; undefined to keep the stored one
 */
function mergeEarlierPosition(
  stored: StoredReading,
  given: Progress & { readonly at: string },
): StoredReading | undefined {
  const { startedAt } = stored
  const isOfReading = startedAt === null || given.at >= startedAt
  const isFurther = given.share > stored.share && given.share <= stored.share + NEW_READING_SHARE
  if (!isOfReading || !isFurther) return undefined
  const { block, share } = given
  return { block, share, at: stored.at, startedAt }
}
