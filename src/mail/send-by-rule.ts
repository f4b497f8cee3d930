import { shownTitle } from '../entries/shown-title.ts'
import type { SendByRule } from '../entries/tagging-rules/apply-tagging-rules.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Clock } from '../kernel/clock.ts'
import { listSentEntries } from './delivery.repository.ts'
import { listMailAddresses } from './mail-address.repository.ts'
import { bookTitle, enqueueOrRefuse } from './request-delivery.ts'

/**
 * @returns a function that sends an entry that matches rules to their addresses, once to each, however often it is called
 *   for the entry
 */
export function ruleSender(deps: { readonly jobs: JobQueue; readonly clock: Clock }): SendByRule {
  return async (tx, entry, addressIds) => {
    const { id, ownerId: owner } = entry
    const confirmed = (await listMailAddresses(tx, owner)).filter(({ isConfirmed }) => isConfirmed)
    for (const addressId of addressIds) {
      if (!confirmed.some((address) => address.id === addressId)) continue
      if ((await listSentEntries(tx, owner, addressId, [id])).size > 0) continue
      await enqueueOrRefuse(deps, tx, owner, {
        kind: 'rule',
        addressId,
        title: bookTitle(shownTitle(entry)),
        entries: [id],
      })
    }
  }
}
