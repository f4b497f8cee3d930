import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { ownerTransaction, type OwnerTx } from './owner-transaction.ts'
import { passkeySite } from './passkeys/passkey-site.ts'
import { advanceRevision } from './revision.ts'

interface WayIn {
  /** `identity` is the link with an account at an identity provider */
  readonly kind: 'passkey' | 'identity'
  readonly id: number
}

/** What decides which ways to sign in work now. */
interface SignInPlaces {
  readonly database: Database
  /** public address of this server. Passkeys of a former address do not work any more. */
  readonly baseUrl: string
  /** the identity provider of the settings. Identities of another one do not work any more. */
  readonly provider?: { readonly issuer: string }
}

/**
 * Removes a way to sign in. The caller must have checked the user's identity.
 * @throws AppError `not_found` if the owner has no such passkey or identity, `conflict` if the account has no password and
 *   nothing else, so that there would be no way left to sign in to it
 */
export async function removeWayIn(places: SignInPlaces, owner: UserId, removed: WayIn): Promise<void> {
  const { kind, id } = removed
  await ownerTransaction(places.database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    await refuseLastWayIn(tx, owner, places, removed)
    const deleted = await tx
      .deleteFrom(kind)
      .where('user_id', '=', owner)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!deleted) throw notFound(kind)
  })
}

async function refuseLastWayIn(tx: OwnerTx, owner: UserId, places: SignInPlaces, removed: WayIn): Promise<void> {
  const user = await tx.selectFrom('users').select('password_hash').where('id', '=', owner).executeTakeFirst()
  if (user?.password_hash !== '') return
  const { baseUrl, provider } = places
  const site = passkeySite(baseUrl)
  const passkeys = tx.selectFrom('passkey').select('id').where('user_id', '=', owner)
  const identities = tx.selectFrom('identity').select('id').where('user_id', '=', owner)
  const working: readonly WayIn[] = [
    ...(typeof site === 'string' ? [] : await passkeys.where('rp_id', '=', site.rpId).execute()).map(asKind('passkey')),
    ...(provider ? await identities.where('issuer', '=', provider.issuer).execute() : []).map(asKind('identity')),
  ]
  if (working.some(({ kind, id }) => kind !== removed.kind || id !== removed.id)) return
  throw new AppError('conflict', 'the account has no other way to sign in')
}

const asKind =
  (kind: WayIn['kind']) =>
  ({ id }: { readonly id: number }): WayIn => ({ kind, id })
