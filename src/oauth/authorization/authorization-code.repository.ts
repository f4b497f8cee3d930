import type { Selectable } from 'kysely'
import type { Tx } from '../../db/schema.ts'
import type { AuthorizationCodeTable } from '../../db/tables/oauth-tables.ts'
import type { ClientId, UserId } from '../../kernel/branded-ids.ts'

interface NewCode {
  readonly userId: UserId
  readonly codeHash: Uint8Array
  readonly clientId: ClientId
  readonly familyId: string
  readonly redirectUri: string
  readonly challenge: string
  readonly scopes: string
  readonly expiresAt: string
}

export async function insertCode(tx: Tx, code: NewCode): Promise<void> {
  await tx
    .insertInto('authorization_code')
    .values({
      user_id: code.userId,
      code_hash: code.codeHash,
      client_id: code.clientId,
      family_id: code.familyId,
      redirect_uri: code.redirectUri,
      challenge: code.challenge,
      scopes: code.scopes,
      expires_at: code.expiresAt,
    })
    .execute()
}

export type AuthorizationCode = Selectable<AuthorizationCodeTable>

/** Finds a code, and locks its row until the transaction ends, so that concurrent uses run one after the other. */
export async function lockCode(tx: Tx, userId: number, hash: Uint8Array): Promise<AuthorizationCode | undefined> {
  // This update changes nothing, but it locks the row on both databases.
  return tx
    .updateTable('authorization_code')
    .set((set) => ({ client_id: set.ref('client_id') }))
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returningAll()
    .executeTakeFirst()
}

export async function spendCode(tx: Tx, code: AuthorizationCode, now: string): Promise<void> {
  await tx
    .updateTable('authorization_code')
    .set({ spent_at: now })
    .where('user_id', '=', code.user_id)
    .where('code_hash', '=', code.code_hash)
    .execute()
}
