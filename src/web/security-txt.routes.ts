import type { Clock } from '../kernel/clock.ts'
import type { ServerRoutes } from './server-routes.ts'
import { dataResponse } from './server-response.ts'

export interface SecurityTxtDeps {
  readonly clock: Clock
  readonly baseUrl: string
  /** address for reports of vulnerabilities; empty if the operator has set none */
  readonly securityContact: string
}

/** Milliseconds until the file expires. RFC 9116, 2.5.5, recommends less than a year. */
const LIFETIME_MS = 180 * 86_400_000

/** Adds `/.well-known/security.txt` (RFC 9116), if the operator has set a contact. */
export function addSecurityTxt(routes: ServerRoutes, { clock, baseUrl, securityContact }: SecurityTxtDeps): void {
  if (securityContact === '') return
  routes.get('/.well-known/security.txt', () => {
    const expires = new Date(clock.now().getTime() + LIFETIME_MS).toISOString()
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en, fr',
      `Canonical: ${baseUrl}/.well-known/security.txt`,
    ]
    return dataResponse(`${lines.join('\n')}\n`, { 'content-type': 'text/plain; charset=utf-8' })
  })
}
