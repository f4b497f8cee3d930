import type { FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import { currentRevision } from '../../entries/listing/count-lists.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Viewer } from '../../oauth/authenticate.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { useKey } from '../../users/passwords/app-password.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * whether the route accepts an app password in place of an access token, for programs that send one value that the
     * user types, such as SingleFile
     */
    readonly acceptsAppPassword?: boolean
  }
}

export interface AppPasswordDeps {
  readonly database: Database
  readonly clock: Clock
  readonly callsPerToken: Throttle
}

/** @returns the owner of the app password in the header `Authorization`; undefined if it contains no valid one */
export async function viewerOfAppPassword(
  deps: AppPasswordDeps,
  { headers, routeOptions }: FastifyRequest,
): Promise<Viewer | undefined> {
  if (routeOptions.config.acceptsAppPassword !== true) return undefined
  const key = /^(?:token|bearer)\s+(\S{1,200})\s*$/i.exec(headers.authorization ?? '')?.[1]
  const holder = key === undefined ? undefined : await useKey(deps, key)
  if (!holder) return undefined
  const { user, appPassword } = holder
  await deps.callsPerToken.take(`key ${appPassword.id}`)
  const { id, username, email, name, isAdmin } = user
  const revision = await currentRevision(deps.database, id)
  return { id, username, email, name, isAdmin, revision, hasCompleteAnswers: false, scopes: appPassword.scopes }
}
