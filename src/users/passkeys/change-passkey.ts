import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import { refuseLastWayIn } from '../last-way-in.ts'
import { ownerTransaction } from '../owner-transaction.ts'
import { advanceRevision } from '../revision.ts'
import { renamePasskeyRow } from './passkey.repository.ts'
import { parsePasskeyName } from './register-passkey.ts'

interface ChangePasskeyDeps {
  readonly database: Database
}

/**
 * Gives a passkey another name.
 * @throws AppError `invalid_input` for an empty name, `not_found` if the owner has no such passkey
 */
export async function renamePasskey(
  { database }: ChangePasskeyDeps,
  owner: UserId,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<void> {
  const label = parsePasskeyName(name)
  await ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    if (!(await renamePasskeyRow(tx, owner, id, label))) throw notFound('passkey')
  })
}

/**
 * Removes a passkey. The caller must have checked the user's identity.
 * @throws AppError `not_found` if the owner has no such passkey, `conflict` if the account could no longer be signed in to
 */
export async function removePasskey({ database }: ChangePasskeyDeps, owner: UserId, id: number): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    await refuseLastWayIn(tx, owner)
    const deleted = await tx
      .deleteFrom('passkey')
      .where('user_id', '=', owner)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!deleted) throw notFound('passkey')
  })
}
