import type { SecurityEvents, SecurityEventsDeps } from './security-events.ts'
import { securityEvents } from './security-events.ts'

/** @returns a recorder that loads its code with the first event: a server with read requests only never needs it */
export function lateSecurityEvents(deps: SecurityEventsDeps): SecurityEvents {
  let opened: Promise<SecurityEvents> | undefined
  const open = async (): Promise<SecurityEvents> => {
    return securityEvents(deps)
  }
  return {
    record: async (caller, event) => (await (opened ??= open())).record(caller, event),
    settle: async () => (await opened)?.settle(),
  }
}
