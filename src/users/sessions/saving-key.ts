import { createHmac } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { randomBase36 } from '../../kernel/random-token.ts'
import { isTimingSafeEqual } from '../../kernel/timing-safe-equal.ts'
import { deriveKey } from '../../kernel/seal.ts'
import { changePreferencesIn } from '../change-preferences.ts'
import { ownerTransaction, type OwnerTx } from '../owner-transaction.ts'
import { findUserConfig } from '../user-config.repository.ts'
import { findUser } from '../user.repository.ts'
import type { Session } from './session.ts'

/** Length of a saving key in bytes. 128 bits cannot be guessed, and the bookmarklet remains short. */
const KEY_BYTES = 16
/** Name of a preference with a random value. Saving keys and tokens are derived from it, so a new value renews them. */
const RENEWAL_PREFERENCE = 'savingKey'

export type SavingKeyOf = (session: Pick<Session, 'user' | 'preferences'>) => string

/**
 * Creates the saving keys of bookmarklets. A request with a user's key and session saves a page without a further
 * click. The key allows nothing else. It is derived from the instance key, so it need not be stored.
 * @returns a function that returns the key of a user: 22 letters, digits, `-` and `_`
 */
export function savingKeyDeriver(instanceKey: Uint8Array): SavingKeyOf {
  const key = deriveKey(instanceKey, 'saving key')
  return ({ user, preferences }) => deriveUserKey(key, user.id, preferences)
}

function deriveUserKey(key: Uint8Array, user: UserId, preferences: Session['preferences']): string {
  const made = createHmac('sha256', key).update(JSON.stringify([user, preferences[RENEWAL_PREFERENCE] ?? '']))
  return made.digest().subarray(0, KEY_BYTES).toString('base64url')
}

/**
 * Renews the owner's saving key and saving token. Existing bookmarklets then require a click again, and existing
 * addresses of share buttons stop working.
 */
export async function renewSavingKey(deps: { readonly database: Database }, owner: UserId): Promise<void> {
  await ownerTransaction(deps.database, owner, (tx) => renewSavingKeyIn(tx, owner))
}

/** Renews the owner's saving key and saving token, in a transaction. */
export async function renewSavingKeyIn(tx: OwnerTx, owner: UserId): Promise<void> {
  await changePreferencesIn(tx, owner, { [RENEWAL_PREFERENCE]: randomBase36(12) })
}

/** Saving tokens. The address of a share button contains its user's token. */
export interface SavingTokens {
  /** @returns the token of a user: letters, digits, `-` and `_` */
  readonly tokenOf: SavingKeyOf
  /**
   * @returns the owner of a valid token and the preferences of the account; undefined if the token is wrong or
   *   outdated, or the account is disabled
   */
  readonly findOwner: (token: string) => Promise<TokenOwner | undefined>
}

export interface TokenOwner {
  readonly id: UserId
  readonly preferences: Session['preferences']
}

/**
 * Creates saving tokens, `<user id in base 36>_<key>`. With a token, a request can save pages without a session, but do
 * nothing else. Like the saving key, the token is derived from the instance key. Both are renewed together.
 */
export function savingTokens(database: Database, instanceKey: Uint8Array): SavingTokens {
  const key = deriveKey(instanceKey, 'saving token')
  const keyOf = (id: UserId, preferences: Session['preferences']) => deriveUserKey(key, id, preferences)
  return {
    tokenOf: ({ user, preferences }) => `${user.id.toString(36)}_${keyOf(user.id, preferences)}`,
    findOwner: async (token) => {
      const [, owner, given] = /^([0-9a-z]{1,10})_([\w-]{22})$/.exec(token) ?? []
      if (owner === undefined || given === undefined) return undefined
      const id = Number.parseInt(owner, 36) as UserId
      const [user, config] = await database.read((db) => Promise.all([findUser(db, id), findUserConfig(db, id)]))
      const { preferences } = config
      const isRight = isTimingSafeEqual(Buffer.from(keyOf(id, preferences)), Buffer.from(given))
      return user?.isEnabled && isRight ? { id, preferences } : undefined
    },
  }
}
