import { createHmac } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/brand.ts'
import { randomBase36 } from '../../kernel/random-token.ts'
import { deriveKey } from '../../kernel/seal.ts'
import { changePreferences } from '../change-preferences.ts'
import type { Session } from './session.ts'

/** In bytes: 128 bits cannot be guessed, and the bookmarklet stays short. */
const LENGTH = 16
/** The preference that changes with each renewal of the key. */
const PREFERENCE = 'savingKey'

export type SavingKeyOf = (session: Pick<Session, 'user' | 'preferences'>) => string

/**
 * The key in a user's bookmarklet. Together with the user's session it saves a page without a further click, and grants
 * nothing else. It is derived, so no secret is stored.
 * @param instanceKey of the server
 * @returns a function that returns the key of a user: 22 letters, digits, `-` and `_`
 */
export function savingKeyMaker(instanceKey: Uint8Array): SavingKeyOf {
  const key = deriveKey(instanceKey, 'saving key')
  return ({ user, preferences }) => {
    const made = createHmac('sha256', key).update(JSON.stringify([user.id, preferences[PREFERENCE] ?? '']))
    return made.digest().subarray(0, LENGTH).toString('base64url')
  }
}

/** Changes the owner's key: bookmarklets with the previous one require a click again. */
export async function renewSavingKey(deps: { readonly database: Database }, owner: UserId): Promise<void> {
  await changePreferences(deps, owner, { [PREFERENCE]: randomBase36(12) })
}
