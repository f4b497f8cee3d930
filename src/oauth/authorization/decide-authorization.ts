import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { hashToken, ownedToken, randomToken } from '../../kernel/random-token.ts'
import type { Caller } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { connectApp } from '../apps/registered-app.repository.ts'
import { keptUntil } from '../apps/kept-until.ts'
import { insertCode } from './authorization-code.repository.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { returnAddress } from './return-address.ts'

export interface DecideAuthorizationDeps extends SecurityEventsUser {
  readonly database: Database
  readonly clock: Clock
  /** public address of this server, without a slash at the end */
  readonly baseUrl: string
}

/** Time in milliseconds within which the app must exchange the code (security specification, A9). */
const CODE_MS = 60_000

/**
 * Gives an app the access that the user has allowed.
 * @returns the address at which the app receives a code, which it can exchange once for tokens
 */
export async function allowAuthorization(
  { database, clock, securityEvents, baseUrl }: DecideAuthorizationDeps,
  user: UserId,
  request: AuthorizationRequest,
  caller: Caller,
): Promise<string> {
  const code = ownedToken(user)
  const now = clock.now()
  const clientId = await database.transaction(async (tx) => {
    const client = await connectApp(tx, user, request.app, { now: now.toISOString(), keptUntil: keptUntil(now) })
    await insertCode(tx, {
      userId: user,
      codeHash: hashToken(code),
      clientId: client,
      familyId: randomToken(),
      redirectUri: request.redirectUri,
      challenge: request.challenge,
      scopes: request.scopes.join(' '),
      expiresAt: new Date(now.getTime() + CODE_MS).toISOString(),
    })
    return client
  })
  await securityEvents.record(caller, { kind: 'app-connected', userId: user, clientId })
  return returnAddress(request, baseUrl, { code })
}

/** @returns the address at which the app learns that the user has refused the access */
export function refuseAuthorization(
  { baseUrl }: Pick<DecideAuthorizationDeps, 'baseUrl'>,
  request: AuthorizationRequest,
): string {
  return returnAddress(request, baseUrl, { error: 'access_denied', error_description: 'The user refused the access.' })
}
