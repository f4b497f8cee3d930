import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormFields } from '../../kernel/form-body.ts'
import { refuseForgery } from '../forgery.ts'
import { formOf, NOTICE_COOKIE, sessionOf, type WebContext } from '../web-context.ts'

/** @returns the fields of a form of ours @throws AppError `forbidden` for a form of another site */
export function checkedForm(deps: WebContext, request: FastifyRequest): FormFields {
  const fields = formOf(request)
  refuseForgery(deps, request, sessionOf(request), { fields, field: 'token' })
  return fields
}

/** Goes to a page, which says what was done. */
export function leaveWith(deps: WebContext, reply: FastifyReply, path: string, notice: string): FastifyReply {
  deps.jar.write(reply, NOTICE_COOKIE, notice, 60)
  return reply.redirect(path, 303)
}
