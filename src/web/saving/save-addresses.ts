import { findAddresses } from '../../entries/saving/find-addresses.ts'
import { saveEntry, type SavedEntry, type SaveEntryDeps } from '../../entries/saving/save-entry.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { Localization } from '../layout/localization.ts'

export interface SaveAddressesDeps extends SaveEntryDeps {
  readonly savesPerUser: Pick<Throttle, 'take'>
}

/**
 * Saves every address in a text. All of them first count against the user's limit on saves. If that limit is reached,
 * none is saved.
 * @returns one entry for each address, in the order of the text
 * @throws AppError `invalid_input` for a text without addresses or with too many, `too_many_requests` if the limit is
 *   reached
 */
export async function saveAddresses(
  deps: SaveAddressesDeps,
  { owner, text, requestId }: { readonly owner: UserId; readonly text: string; readonly requestId: string },
): Promise<readonly [SavedEntry, ...SavedEntry[]]> {
  const addresses = findAddresses(text)
  for (const _address of addresses) await deps.savesPerUser.take(String(owner))
  const saved: SavedEntry[] = []
  for (const address of addresses) saved.push(await saveEntry(deps, { owner, address, fields: {}, requestId }))
  const [first, ...others] = saved
  if (!first) throw new AppError('invalid_input', 'no address', { details: { message: 'list.addRefused' } })
  return [first, ...others]
}

/** @returns a summary of several saved addresses, such as "3 pages saved, 1 already saved" */
export function savedSummary(saved: readonly SavedEntry[], t: Localization['t']): string {
  const count = saved.filter(({ isNew }) => isNew).length
  const known = saved.length - count
  if (count === 0) return t('list.savedAllBefore', { count: known })
  const summary = t('list.savedMany', { count })
  return known === 0 ? summary : `${summary}, ${t('list.savedManyBefore', { count: known })}`
}

/** @returns the message for a text that `saveAddresses` refused @throws any other error */
export function refusalText(error: unknown, t: Localization['t']): string {
  if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
  return t(error.details['message'] === 'list.tooMany' ? 'list.tooMany' : 'list.addRefused')
}
