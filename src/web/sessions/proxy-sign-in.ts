import type { Settings } from '../../config/settings.ts'
import { trustedPeers } from '../../http/trusted-peers.ts'
import type { Caller } from '../../security-events/caller.ts'
import {
  findProxiedAccount,
  type FindProxiedAccountDeps,
  type ProxiedPerson,
  type ProxySignInRules,
} from '../../users/identities/find-proxied-account.ts'
import type { User } from '../../users/user.ts'
import type { ServerRequest } from '../server-routes.ts'

/** The request members that identify the person behind a proxy. */
type ProxiedRequest = Pick<ServerRequest, 'headers' | 'peer'>

/** The sign-in by headers of a reverse proxy that has authenticated the person. */
export interface ProxySignIn extends ProxySignInRules {
  /**
   * @returns the person; `untrusted` if the header comes from a connection of someone else, who could write anything into
   *   it; undefined without the header
   */
  personOf(request: ProxiedRequest): ProxiedPerson | 'untrusted' | undefined
}

/** Maximum number of groups that are read. */
const MAX_GROUPS = 1000

/** @returns undefined if the settings name no header */
export function proxySignIn(settings: Settings): ProxySignIn | undefined {
  const header = settings.DOGEAR_AUTH_HEADER_USER
  if (header === '') return undefined
  const isTrusted = trustedPeers(settings.DOGEAR_TRUSTED_PROXIES)
  return {
    isRegistrationOpen: settings.DOGEAR_AUTH_HEADER_REGISTRATION,
    adminGroup: settings.DOGEAR_AUTH_HEADER_ADMIN_GROUP,
    personOf: ({ headers, peer }) => {
      const username = headerText(headers, header)
      if (username === '') return undefined
      if (!isTrusted(peer)) return 'untrusted'
      const groups = headerText(headers, settings.DOGEAR_AUTH_HEADER_GROUPS).split(/[,|]/, MAX_GROUPS)
      const email = headerText(headers, settings.DOGEAR_AUTH_HEADER_EMAIL)
      return { username, email, groups: groups.map((group) => group.trim()) }
    },
  }
}

/** @returns the value of a header, which proxies send in UTF-8 and Node reads as Latin-1; empty if it is missing or repeated */
function headerText(headers: ProxiedRequest['headers'], name: string): string {
  const value = name === '' ? undefined : headers[name]
  return typeof value === 'string' ? Buffer.from(value, 'latin1').toString('utf8').trim() : ''
}

export interface ProxiedUserDeps extends FindProxiedAccountDeps {
  /** the sign-in by headers of a reverse proxy */
  readonly proxySignIn?: ProxySignIn
}

/**
 * @returns the user whom a trusted proxy reports to the sign-in page; `unknown` if there is no such account; undefined if no
 *   trusted proxy reports anyone, or with `?local`, after a sign-out
 */
export async function proxiedUser(
  deps: ProxiedUserDeps,
  request: ServerRequest,
  caller: Caller,
): Promise<User | 'unknown' | undefined> {
  const person = request.query['local'] === undefined ? deps.proxySignIn?.personOf(request) : undefined
  if (!deps.proxySignIn || person === undefined) return undefined
  if (person === 'untrusted') {
    request.log.error({ peer: request.peer }, 'ignored the user header of a connection that is no trusted proxy')
    return undefined
  }
  return (await findProxiedAccount(deps, deps.proxySignIn, { person, caller })) ?? 'unknown'
}
