import type { ClientId } from '../../kernel/branded-ids.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { EventKind } from '../../security-events/event-kinds.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { sessionOf } from '../web-context.ts'
import type { ServerRequest } from '../server-routes.ts'

/** Records a security event of the viewer's account, caused by the viewer. */
export async function recordOwnEvent(
  { securityEvents }: SecurityEventsUser,
  request: ServerRequest,
  kind: EventKind,
  clientId?: ClientId,
): Promise<void> {
  const userId = sessionOf(request).user.id
  await securityEvents.record(callerOf(request), { kind, userId, ...(clientId !== undefined && { clientId }) })
}
