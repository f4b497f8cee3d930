import { renewPublicIds } from '../collections/change-collections.ts'
import type { Clock } from '../kernel/clock.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { renewStoredFeedToken } from '../users/feed-token.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'
import type { AlsoRenew } from '../users/passwords/change-password.ts'
import { advanceRevision } from '../users/revision.ts'
import { renewSavingKeyIn } from '../users/sessions/saving-key.ts'
import { newPublicId } from './changing/entry-input.ts'
import { updateEntry } from './entry.repository.ts'
import { renewTrashedLinks } from './trash/trash.repository.ts'

/**
 * The secrets of an account that are part of addresses: `feeds`, the token of the feeds; `saving`, the key of the
 * bookmarklet and the token of share buttons; `links`, the public links of entries and collections.
 */
export const ADDRESS_SECRETS = ['feeds', 'saving', 'links'] as const

export type AddressSecret = (typeof ADDRESS_SECRETS)[number]

export interface RenewAddressSecretsDeps {
  /** key that encrypts the feed token */
  readonly instanceKey: Uint8Array
  readonly clock: Clock
}

/**
 * @param chosen the secrets to renew; all of them by default
 * @returns a function that renews the secrets in the transaction of a new password. What does not exist is not created:
 *   a user without feeds still has none, and what is not public stays private.
 */
export function addressSecretRenewal(
  { instanceKey, clock }: RenewAddressSecretsDeps,
  chosen: readonly AddressSecret[] = ADDRESS_SECRETS,
): AlsoRenew {
  const renewals: Readonly<Record<AddressSecret, AlsoRenew>> = {
    feeds: (tx, owner) => renewStoredFeedToken(tx, owner, instanceKey),
    saving: renewSavingKeyIn,
    links: (tx, owner) => renewPublicLinks(tx, owner, clock.now().toISOString()),
  }
  return async (tx, owner) => {
    for (const secret of chosen) await renewals[secret](tx, owner)
  }
}

/** Gives all public entries, also deleted ones, and collections new addresses, except collections that search engines may list. */
async function renewPublicLinks(tx: OwnerTx, owner: UserId, now: string): Promise<void> {
  const revision = await advanceRevision(tx, owner)
  await renewPublicIds(tx, owner, { revision, now })
  const shared = tx.selectFrom('entry').select('id').where('user_id', '=', owner).where('uid', 'is not', null)
  for (const { id } of await shared.execute()) {
    await updateEntry(tx, owner, Number(id) as EntryId, {
      uid: newPublicId(),
      updated_at: now,
      revision,
    })
  }
  await renewTrashedLinks(tx, owner)
}
