import type { FastifyReply } from 'fastify'
import { NOTICE_COOKIE, type WebContext } from '../web-context.ts'

/** Redirects to a page that shows the given message once. A cookie carries the message. */
export function redirectWithNotice(deps: WebContext, reply: FastifyReply, path: string, notice: string): FastifyReply {
  deps.jar.write(reply, NOTICE_COOKIE, notice, 60)
  return reply.redirect(path, 303)
}
