import type { SecurityEvents, SecurityEventsDeps } from './security-events.ts'
import { securityEvents } from './security-events.ts'

/** @returns what takes events, loaded with the first of them: a server that is only read from never needs it */
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
