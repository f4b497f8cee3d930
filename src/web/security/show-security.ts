import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageFrame, sendPage, sessionOf } from '../web-context.ts'
import type { RefusedProof } from './proof-fields.ts'
import type { SecurityRoutesDeps } from './security-forms.ts'
import { securityPage } from './security.page.ts'
import { findSecurity } from './find-security.ts'

/** Sends the security page. @param refused a form of this page that was not taken, to be shown again */
export async function showSecurity(
  deps: SecurityRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  refused?: RefusedProof,
): Promise<FastifyReply> {
  const session = sessionOf(request)
  const found = await findSecurity(deps, session)
  const frame = pageFrame(deps, request, reply)
  const page = securityPage({ ...found, frame, csrfToken: session.csrfToken, ...(refused && { refused }) })
  return sendPage(reply, page, refused ? 422 : 200)
}
