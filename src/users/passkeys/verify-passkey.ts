import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Caller } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { networkOf } from '../../throttling/network-of-address.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { recordThrottling } from '../passwords/check-password.ts'
import { CHALLENGE_MS, newChallenge, spendChallenge, type ChallengeUse } from './challenge.ts'
import { findPasskey, listDescriptors, recordPasskeyUse, type StoredPasskey } from './passkey.repository.ts'
import type { PasskeyDeps } from './passkey-deps.ts'
import { requirePasskeySite } from './passkey-site.ts'
import { readAssertion, type SentAssertion } from './sent-credential.ts'

export interface VerifyPasskeyDeps extends PasskeyDeps, SecurityEventsUser {
  readonly failuresPerAddress: Throttle
}

/**
 * See https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialrequestoptionsjson.
 * @param use a sign-in, at which the browser lists all passkeys of this service, or a proof by the owner
 * @returns the options with which a browser asks the user for a passkey
 */
export async function passkeyRequest(
  deps: PasskeyDeps,
  use: ChallengeUse,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { rpId } = requirePasskeySite(deps.baseUrl)
  const { owner } = use
  const known = owner === undefined ? [] : await deps.database.read((db) => listDescriptors(db, owner, rpId))
  // Every visit of the sign-in page gets these options, so they are made without the library, which needs 27 MB.
  return {
    rpId,
    challenge: await newChallenge(deps, use),
    allowCredentials: known.map((descriptor) => ({ ...descriptor, type: 'public-key' })),
    userVerification: 'preferred',
    timeout: CHALLENGE_MS,
  }
}

/** The user whose passkey signed a challenge. */
interface VerifiedPasskey {
  readonly owner: UserId
  /** true if the device asked for a PIN, a fingerprint or the like, so that the passkey counts as two factors */
  readonly isUserVerified: boolean
}

/**
 * Checks the signature of a passkey. The challenge is used up, whatever the result.
 * @param sent what the browser sent, as JSON
 * @returns undefined if anything is wrong. Failures count against the budget of the address.
 * @throws AppError `too_many_requests` after too many failures
 */
export async function verifyPasskey(
  deps: VerifyPasskeyDeps,
  sent: string,
  { caller, ...use }: ChallengeUse & { readonly caller: Caller },
): Promise<VerifiedPasskey | undefined> {
  const network = networkOf(caller.address)
  const { securityEvents } = deps
  await recordThrottling(
    () => deps.failuresPerAddress.check(network),
    (kind) => securityEvents.record(caller, { kind, ...(use.owner !== undefined && { userId: use.owner }) }),
  )
  const found = await findSigner(deps, readAssertion(sent), use)
  if (found.verified) return found.verified
  await deps.failuresPerAddress.take(network).catch(() => undefined)
  await securityEvents.record(caller, { kind: 'passkey-failed', userId: found.passkey?.owner ?? use.owner })
  return undefined
}

interface Signer {
  /** the passkey that the browser named, even if the signature is wrong */
  readonly passkey?: StoredPasskey
  readonly verified?: VerifiedPasskey
}

async function findSigner(deps: PasskeyDeps, sent: SentAssertion | undefined, use: ChallengeUse): Promise<Signer> {
  if (!sent || !(await spendChallenge(deps, sent.challenge, use))) return {}
  const { rpId } = requirePasskeySite(deps.baseUrl)
  const passkey = await deps.database.read((db) => findPasskey(db, Buffer.from(sent.id, 'base64url'), rpId))
  if (!passkey || !isOfUser(passkey, sent, use)) return passkey ? { passkey } : {}
  const signed = await checkSignature(deps, passkey, sent)
  if (!signed) return { passkey }
  const now = deps.clock.now().toISOString()
  const { counter } = signed
  const isUsed = await deps.database.transaction((tx) => recordPasskeyUse(tx, passkey, { counter, now }))
  return isUsed ? { passkey, verified: { owner: passkey.owner, isUserVerified: signed.isUserVerified } } : { passkey }
}

/** @returns true if the passkey belongs to the user that the browser names, and to the owner if there is one already */
function isOfUser({ owner, handle }: StoredPasskey, { response }: SentAssertion, use: ChallengeUse): boolean {
  const { userHandle } = response.response
  const isNamed = userHandle !== undefined && userHandle !== null && userHandle !== ''
  const isRight = handle !== null && Buffer.from(handle).toString('base64url') === userHandle
  return use.owner === undefined ? isRight : use.owner === owner && (isRight || !isNamed)
}

/** @returns undefined if the signature is wrong, or not that of a ceremony at this service */
async function checkSignature(deps: PasskeyDeps, { publicKey }: StoredPasskey, { response, ...sent }: SentAssertion) {
  const { rpId, origin } = requirePasskeySite(deps.baseUrl)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: sent.challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      // `recordPasskeyUse` compares the counter with the stored one, in the same statement that stores the new one.
      credential: { id: sent.id, publicKey: Uint8Array.from(publicKey), counter: 0 },
    })
    const { newCounter: counter, userVerified: isUserVerified } = authenticationInfo
    return verified ? { counter, isUserVerified } : undefined
  } catch {
    // The library throws for each of its checks that fails, and for data that it cannot read.
    return undefined
  }
}
