import type { Database } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { ownerTransaction } from '../owner-transaction.ts'
import { advanceRevision } from '../revision.ts'
import { insertIdentity, listIdentities } from './identity.repository.ts'
import type { ProviderClaims } from './read-claims.ts'

interface LinkIdentityDeps {
  readonly database: Database
  readonly clock: Clock
}

/** Maximum number of linked accounts of a user. */
const MAX_IDENTITIES = 10

/**
 * Links an account at the provider with a user, who can then sign in with it.
 * @throws AppError `conflict` if it is linked already, or if the user has linked too many
 */
export async function linkIdentity(
  { database, clock }: LinkIdentityDeps,
  owner: UserId,
  claims: ProviderClaims,
): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    if ((await listIdentities(tx, owner)).length >= MAX_IDENTITIES) {
      throw new AppError('conflict', `an account can be linked with at most ${MAX_IDENTITIES} others`)
    }
    await insertIdentity(tx, owner, claims, clock.now().toISOString())
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('conflict', 'this account is linked already', { cause: error })
  })
}
