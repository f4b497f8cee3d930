import { createHmac } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/brand.ts'
import { randomBase36 } from '../../kernel/random-token.ts'
import { deriveKey } from '../../kernel/seal.ts'
import { changePreferences } from '../change-preferences.ts'
import type { Session } from './session.ts'

/** In bytes: 128 bits cannot be guessed, and the bookmark stays short. */
const LENGTH = 16
/** Where it is remembered how often, so to speak, the key was renewed. */
const PREFERENCE = 'savingKey'

export type SavingKeyOf = (session: Pick<Session, 'user' | 'preferences'>) => string

/**
 * The key that a reader's bookmark carries. Together with their session it spares the press of a button, and is good
 * for nothing else. It is derived, so nothing secret is stored.
 * @param instanceKey of the server
 * @returns a function that gives the key of a reader, 22 letters, digits, `-` and `_`
 */
export function savingKeyMaker(instanceKey: Uint8Array): SavingKeyOf {
  const key = deriveKey(instanceKey, 'saving key')
  return ({ user, preferences }) => {
    const made = createHmac('sha256', key).update(JSON.stringify([user.id, preferences[PREFERENCE] ?? '']))
    return made.digest().subarray(0, LENGTH).toString('base64url')
  }
}

/** Gives the owner another key: bookmarks that carry the one before ask for the press again. */
export async function renewSavingKey(deps: { readonly database: Database }, owner: UserId): Promise<void> {
  await changePreferences(deps, owner, { [PREFERENCE]: randomBase36(12) })
}
