import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageFrame, sendPage, sessionOf } from '../web-context.ts'
import type { SecurityRoutesDeps } from './security-forms.ts'
import { activityPage } from './activity.page.ts'
import { EVENTS_PER_PAGE, listEvents } from '../../security-events/list-events.ts'

/** Sends one page of what happened to the account; a number that is none is the first, one beyond the last is empty. */
export async function showActivity(
  deps: SecurityRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { page: asked } = request.query as Readonly<Record<string, unknown>>
  const page = typeof asked === 'string' && /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1
  await deps.securityEvents.settle()
  const { events, total } = await deps.database.read((db) => listEvents(db, sessionOf(request).user.id, page))
  const pages = Math.max(1, Math.ceil(total / EVENTS_PER_PAGE))
  return sendPage(reply, activityPage({ frame: pageFrame(deps, request, reply), events, page, pages }))
}
