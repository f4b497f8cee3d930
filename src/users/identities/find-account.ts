import { isUniqueViolation } from '../../db/unique-violation.ts'
import type { Db, Tx } from '../../db/schema.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { createUserWithoutPassword } from '../create-user.ts'
import { ownerTransaction } from '../owner-transaction.ts'
import { listPasskeys } from '../passkeys/passkey.repository.ts'
import { hasSecondFactor } from '../second-factor/second-factor.repository.ts'
import type { User } from '../user.ts'
import { findUserByLogin, hasUsers } from '../user.repository.ts'
import { chooseEmail, chooseUsername } from './choose-username.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { findUserOfIdentity, insertIdentity, recordIdentityUse } from './identity.repository.ts'
import type { ProviderClaims } from './read-claims.ts'
import { applyGroups } from './apply-groups.ts'

interface FindAccountDeps extends SecurityEventsUser {
  readonly database: Database
  readonly clock: Clock
}

/** The account of a person, or why there is none: `group` if no allowed group, `unknown` if nothing is linked. */
type FoundAccount =
  | { readonly kind: 'found'; readonly user: User }
  | { readonly kind: 'group' | 'unknown' | 'disabled' }

/**
 * Finds the account of a person who has signed in at the provider. Issuer and subject alone decide. Otherwise, and only if
 * the settings say so, a verified e-mail address links an account without a second factor, or a new one is created.
 */
export async function findAccount(
  deps: FindAccountDeps,
  provider: IdentityProvider,
  { claims, caller }: { readonly claims: ProviderClaims; readonly caller: Caller },
): Promise<FoundAccount> {
  const { adminGroup, allowedGroups } = provider
  if (allowedGroups.length > 0 && !claims.groups.some((group) => allowedGroups.includes(group)))
    return { kind: 'group' }
  const user = await findOrCreate(deps, provider, claims, caller)
  if (!user) return { kind: 'unknown' }
  if (!user.isEnabled) return { kind: 'disabled' }
  const now = deps.clock.now().toISOString()
  await ownerTransaction(deps.database, user.id, (tx) => recordIdentityUse(tx, user.id, claims, now))
  if (adminGroup !== '') await applyGroups(deps, user, { isAdmin: claims.groups.includes(adminGroup), caller })
  return { kind: 'found', user }
}

async function findOrCreate(
  deps: FindAccountDeps,
  provider: IdentityProvider,
  claims: ProviderClaims,
  caller: Caller,
): Promise<User | undefined> {
  const known = await deps.database.read((db) => findUserOfIdentity(db, claims))
  if (known) return known
  const isLinkable = provider.linksByEmail && claims.isEmailVerified && claims.email !== ''
  const byEmail = isLinkable ? await deps.database.read((db) => findUnprotected(db, claims.email)) : undefined
  const now = deps.clock.now().toISOString()
  try {
    if (byEmail) {
      await ownerTransaction(deps.database, byEmail.id, (tx) => insertIdentity(tx, byEmail.id, claims, now))
      await deps.securityEvents.record(caller, { kind: 'identity-linked', userId: byEmail.id })
      return byEmail
    }
    if (!provider.isRegistrationOpen) return undefined
    const made = await deps.database.transaction((tx) => register(tx, claims, now))
    if (made) await deps.securityEvents.record(caller, { kind: 'user-made', userId: made.id })
    return made
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // The same person has signed in at the same time, in another browser or process.
    return deps.database.read((db) => findUserOfIdentity(db, claims))
  }
}

/** @returns the enabled account with this e-mail address, if it has neither a second factor nor a passkey */
async function findUnprotected(db: Db, email: string): Promise<User | undefined> {
  const found = email.includes('@') ? await findUserByLogin(db, email) : undefined
  if (!found?.user.isEnabled) return undefined
  const { user } = found
  const isProtected = (await hasSecondFactor(db, user.id)) || (await listPasskeys(db, user.id)).length > 0
  return isProtected ? undefined : user
}

/** @returns undefined if there is no account yet, because the first one needs the setup code */
async function register(tx: Tx, claims: ProviderClaims, now: string): Promise<User | undefined> {
  if (!(await hasUsers(tx))) return undefined
  const username = await chooseUsername(tx, claims)
  const user = await createUserWithoutPassword(tx, { username, email: await chooseEmail(tx, claims), now })
  await insertIdentity(tx, user.id, claims, now)
  return user
}
