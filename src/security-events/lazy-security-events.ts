import type { SecurityEvents, SecurityEventsDeps } from './security-events.ts'
import { securityEvents } from './security-events.ts'

/** @returns a recorder that is created when the first event is recorded, because many processes never record one */
export function lazySecurityEvents(deps: SecurityEventsDeps): SecurityEvents {
  let opened: Promise<SecurityEvents> | undefined
  const open = async (): Promise<SecurityEvents> => {
    return securityEvents(deps)
  }
  return {
    record: async (caller, event) => (await (opened ??= open())).record(caller, event),
    flush: async () => (await opened)?.flush(),
  }
}
