import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { useKey } from '../users/passwords/key-holder.ts'
import type { Authenticate, Viewer } from '../oauth/authenticate.ts'
import { OauthError } from '../oauth/oauth-error.ts'
import { ownerOfToken } from '../kernel/random-token.ts'

export interface AppPasswordDeps {
  readonly database: Database
  readonly clock: Clock
  readonly callsPerToken: Throttle
}

/**
 * Finds the owner of an app password that is sent in place of an access token, and counts the call.
 * @returns undefined for a text that is no valid app password with the id of its owner
 */
export async function viewerOfAppPassword(deps: AppPasswordDeps, key: string): Promise<Viewer | undefined> {
  const holder = await useKey(deps, key)
  if (!holder) return undefined
  const { user, appPassword } = holder
  await deps.callsPerToken.take(`key ${appPassword.id}`)
  return { ...user, hasCompleteAnswers: false, scopes: appPassword.scopes }
}

export interface KeyViewerDeps extends AppPasswordDeps {
  readonly authenticate: Authenticate
}

/**
 * Finds the owner of an access token or an app password, and counts the call.
 * @returns undefined for a text that is neither
 */
export async function viewerOfKey(deps: KeyViewerDeps, key: string): Promise<Viewer | undefined> {
  if (ownerOfToken(key) === undefined) return viewerOfAppPassword(deps, key)
  try {
    const viewer = await deps.authenticate(key)
    await deps.callsPerToken.take(key)
    return viewer
  } catch (error) {
    if (error instanceof OauthError) return undefined
    throw error
  }
}
