import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import { ownerTransaction } from '../owner-transaction.ts'
import { advanceRevision } from '../revision.ts'
import { renamePasskeyRow } from './passkey.repository.ts'
import { parsePasskeyName } from './register-passkey.ts'

interface RenamePasskeyDeps {
  readonly database: Database
}

/**
 * Gives a passkey another name.
 * @throws AppError `invalid_input` for an empty name, `not_found` if the owner has no such passkey
 */
export async function renamePasskey(
  { database }: RenamePasskeyDeps,
  owner: UserId,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<void> {
  const label = parsePasskeyName(name)
  await ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    if (!(await renamePasskeyRow(tx, owner, id, label))) throw notFound('passkey')
  })
}
