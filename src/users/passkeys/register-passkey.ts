import { randomBytes } from 'node:crypto'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import { ownerTransaction, type OwnerTx } from '../owner-transaction.ts'
import { advanceRevision } from '../revision.ts'
import type { User } from '../user.ts'
import { CHALLENGE_MS, newChallenge, spendChallenge } from './challenge.ts'
import type { PasskeyDeps } from './passkey-deps.ts'
import { listDescriptors, listPasskeys } from './passkey.repository.ts'
import { requirePasskeySite } from './passkey-site.ts'
import { readAttestation } from './sent-credential.ts'

/** Maximum number of passkeys of an account. */
const MAX_PASSKEYS = 20
const MAX_NAME = 100
/** Bytes of a user handle: at most 64, of which 16 random ones are enough (https://www.w3.org/TR/webauthn-3/#user-handle). */
const HANDLE_BYTES = 32

/**
 * Ed25519, ES256 and RS256 (https://www.iana.org/assignments/cose), which all authenticators know. Without a list, the
 * library also asks Node for algorithms that print a warning.
 */
const ALGORITHMS = [-8, -7, -257]

/** @returns the options with which a browser creates a passkey. The caller must have checked the user's identity. */
export async function passkeyCreation(
  deps: PasskeyDeps,
  user: Pick<User, 'id' | 'username' | 'name'>,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const { rpId } = requirePasskeySite(deps.baseUrl)
  const handle = await ownerTransaction(deps.database, user.id, (tx) => findOrCreateHandle(tx, user.id))
  const known = await deps.database.read((db) => listDescriptors(db, user.id, rpId))
  const challenge = await newChallenge(deps, { purpose: 'registration', owner: user.id })
  return generateRegistrationOptions({
    rpName: 'Dogear',
    rpID: rpId,
    userID: Uint8Array.from(handle),
    userName: user.username,
    userDisplayName: user.name ?? user.username,
    challenge: Buffer.from(challenge, 'base64url'),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    timeout: CHALLENGE_MS,
  })
}

async function findOrCreateHandle(tx: OwnerTx, owner: UserId): Promise<Uint8Array> {
  const row = await tx.selectFrom('users').select('passkey_handle').where('id', '=', owner).executeTakeFirstOrThrow()
  if (row.passkey_handle) return row.passkey_handle
  const handle = randomBytes(HANDLE_BYTES)
  await tx.updateTable('users').set({ passkey_handle: handle }).where('id', '=', owner).execute()
  return handle
}

interface NewPasskey {
  /** the name that the user typed */
  readonly name: string
  /** what the browser sent, as JSON */
  readonly sent: string
}

/**
 * Stores a new passkey.
 * @throws AppError `invalid_input` with `details.field`: `name` if it is empty or there are too many passkeys,
 *   `passkey` if the answer of the browser is invalid or too late; `conflict` if the passkey is registered already
 */
export async function registerPasskey(deps: PasskeyDeps, owner: UserId, { name, sent }: NewPasskey): Promise<void> {
  const label = parsePasskeyName(name)
  const { credential, isSynced } = await checkAttestation(deps, owner, sent)
  const { rpId } = requirePasskeySite(deps.baseUrl)
  const values = {
    user_id: owner,
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: knownTransports(credential.transports),
    rp_id: rpId,
    name: label,
    is_synced: isSynced ? 1 : 0,
    created_at: deps.clock.now().toISOString(),
  }
  await ownerTransaction(deps.database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    if ((await listPasskeys(tx, owner)).length >= MAX_PASSKEYS) {
      throw invalid('name', `an account can have at most ${MAX_PASSKEYS} passkeys`)
    }
    await tx.insertInto('passkey').values(values).execute()
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('conflict', 'this passkey is registered already', { cause: error })
  })
}

async function checkAttestation(deps: PasskeyDeps, owner: UserId, text: string) {
  const sent = readAttestation(text)
  const isExpected = sent && (await spendChallenge(deps, sent.challenge, { purpose: 'registration', owner }))
  if (!isExpected) throw invalid('passkey', 'the answer of the browser is invalid or too late')
  const { rpId, origin } = requirePasskeySite(deps.baseUrl)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: sent.response,
      expectedChallenge: sent.challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (verified) return { credential: registrationInfo.credential, isSynced: registrationInfo.credentialBackedUp }
  } catch (error) {
    // The library throws for each of its checks that fails, and for data that it cannot read.
    throw invalid('passkey', 'the browser sent no valid passkey', error)
  }
  throw invalid('passkey', 'the browser sent no valid passkey')
}

/** @returns the transports without texts that no browser sends, separated by spaces */
function knownTransports(transports: readonly unknown[] = []): string {
  const names = transports.filter((name): name is string => typeof name === 'string' && /^[a-z-]{1,20}$/.test(name))
  return [...new Set(names)].slice(0, 10).join(' ')
}

/** @throws AppError `invalid_input` for an empty name; `details.field` is `name` */
export function parsePasskeyName(name: string): string {
  const label = cutText(storableText(name).trim(), MAX_NAME)
  if (label === '') throw invalid('name', 'a name is required')
  return label
}

function invalid(field: 'name' | 'passkey', message: string, cause?: unknown): AppError {
  return new AppError('invalid_input', message, { details: { field }, cause })
}
