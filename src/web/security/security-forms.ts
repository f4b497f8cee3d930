import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClientId } from '../../kernel/brand.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { EventKind } from '../../security-events/event-kinds.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import type { MessageKey } from '../messages/en.ts'
import { NOTICE_COOKIE, sessionOf, wordsFor, type WebContext } from '../web-context.ts'
import type { CheckProofDeps } from './check-proof.ts'

export interface SecurityRoutesDeps extends WebContext, CheckProofDeps {}

/** Redirects to the security page, which shows the notice. */
export function leave(
  deps: SecurityRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  notice: MessageKey,
): FastifyReply {
  deps.jar.write(reply, NOTICE_COOKIE, wordsFor(request).t(notice), 60)
  return reply.redirect('/config/security', 303)
}

/** Records a security event of the viewer's own account. */
export async function note(
  { securityEvents }: SecurityEventsUser,
  request: FastifyRequest,
  kind: EventKind,
  clientId?: ClientId,
): Promise<void> {
  const userId = sessionOf(request).user.id
  await securityEvents.record(callerOf(request), { kind, userId, ...(clientId !== undefined && { clientId }) })
}

/** @returns the id in a form field; 0 if it is invalid */
export function numberIn(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0
}
