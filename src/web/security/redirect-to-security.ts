import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MessageKey } from '../messages/message-key.ts'
import { NOTICE_COOKIE, localizationFor } from '../web-context.ts'
import type { CheckReauthenticationDeps } from './check-reauthentication.ts'
import type { FastifyContext } from '../fastify-routes.ts'

export interface SecurityRoutesDeps extends FastifyContext, CheckReauthenticationDeps {}

/** Redirects to the security page, which shows a message once. */
export function redirectToSecurity(
  deps: SecurityRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  notice: MessageKey,
): FastifyReply {
  deps.jar.write(reply, NOTICE_COOKIE, localizationFor(request).t(notice), 60)
  return reply.redirect('/config/security', 303)
}
