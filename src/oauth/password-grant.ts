import type { ClientId } from '../kernel/branded-ids.ts'
import { randomToken } from '../kernel/random-token.ts'
import {
  familyMark,
  findAppPassword,
  markAppPasswordUsed,
  type ValidAppPassword,
} from '../users/passwords/app-password.ts'
import { checkPassword, type Credentials } from '../users/passwords/check-password.ts'
import { ownerTransaction } from '../users/owner-transaction.ts'
import { APP_SCOPES, storedScopes } from '../users/passwords/app-scopes.ts'
import type { User } from '../users/user.ts'
import { findUserByLogin } from '../users/user.repository.ts'
import { type GrantTokenDeps, type TokenRequest, refuseScope } from './token-request.ts'
import { OauthError } from './oauth-error.ts'
import { issuePair, type TokenPair } from './token-pair.ts'

/**
 * Exchanges a username or e-mail address and a password for tokens (RFC 6749, section 4.3). Existing apps support no
 * other grant for signing in. An account with a second factor accepts only app passwords here (security specification,
 * A6). Its real password then gets the same response as a wrong one.
 */
export async function passwordGrant(
  deps: GrantTokenDeps,
  clientId: ClientId,
  { parameters, caller }: TokenRequest,
): Promise<TokenPair> {
  const login = parameters.get('username')
  const password = parameters.get('password')
  if (!login || !password) {
    throw new OauthError(400, 'invalid_request', 'Missing parameters. "username" and "password" required')
  }
  const holder = await findHolder(deps, { ...caller, login, password })
  if (!holder) throw wrongPassword()
  refuseScope(parameters)
  await deps.tokensPerClient.take(String(clientId))
  const { user, appPassword } = holder
  const mark = appPassword === undefined ? '' : familyMark(appPassword.id)
  const scopes = appPassword === undefined ? null : storedScopes(appPassword.scopes)
  const family = { userId: user.id, clientId, familyId: mark + randomToken(), scopes }
  const now = deps.clock.now()
  const pair = await ownerTransaction(deps.database, user.id, async (tx) => {
    const isKnown =
      appPassword === undefined || (await markAppPasswordUsed(tx, user.id, appPassword.id, now.toISOString()))
    if (!isKnown) throw wrongPassword()
    return issuePair(tx, family, { lifetimes: deps.lifetimes, now, ...familyEnd(deps, appPassword, now) })
  })
  await deps.securityEvents.record(caller, { kind: 'token-issued', userId: user.id, clientId })
  return pair
}

/** @returns the time at which the tokens end, if the app password expires before a usual token family would */
function familyEnd({ lifetimes }: GrantTokenDeps, appPassword: ValidAppPassword | undefined, now: Date) {
  const expiresAt = appPassword?.expiresAt ?? null
  const usual = new Date(now.getTime() + lifetimes.family * 1000).toISOString()
  return expiresAt !== null && expiresAt < usual ? { familyExpiresAt: expiresAt } : undefined
}

interface Holder {
  readonly user: User
  /** the app password, if one was used instead of the account's password */
  readonly appPassword?: ValidAppPassword
}

async function findHolder(deps: GrantTokenDeps, credentials: Credentials): Promise<Holder | undefined> {
  const byApp = await findByAppPassword(deps, credentials)
  if (byApp) return byApp
  if (deps.isPasswordRefused) return undefined
  const user = await checkPassword(deps, credentials)
  if (user?.hasSecondFactor) await deps.securityEvents.record(credentials, { kind: 'token-refused', userId: user.id })
  return user && !user.hasSecondFactor ? { user } : undefined
}

async function findByAppPassword(
  { database, clock }: GrantTokenDeps,
  { login, password }: Credentials,
): Promise<Holder | undefined> {
  if (login.includes('\0')) return undefined
  return database.read(async (db) => {
    const found = await findUserByLogin(db, login)
    if (!found?.user.isEnabled) return undefined
    const appPassword = await findAppPassword(db, found.user.id, { password, now: clock.now() })
    // A key of one interface gets no tokens.
    const isGeneral = appPassword?.scopes.some((scope) => APP_SCOPES.some((one) => one === scope))
    return appPassword && isGeneral ? { user: found.user, appPassword } : undefined
  })
}

const wrongPassword = () => new OauthError(400, 'invalid_grant', 'Invalid username and password combination')
