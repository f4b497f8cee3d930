import type { FastifyReply } from 'fastify'
import { NOTICE_COOKIE } from '../web-context.ts'
import type { FastifyContext } from '../fastify-routes.ts'

/** Redirects to a page that shows the given message once. A cookie carries the message. */
export function redirectWithNotice(
  deps: FastifyContext,
  reply: FastifyReply,
  path: string,
  notice: string,
): FastifyReply {
  deps.jar.write(reply, NOTICE_COOKIE, notice, 60)
  return reply.redirect(path, 303)
}
