import type { FastifyInstance } from 'fastify'
import type { ActiveEventStreams } from '../../http/active-event-streams.ts'
import type { RevisionWatcher } from '../../sync/revision-watcher.ts'
import { sendRevisions } from '../../sync/send-revisions.ts'
import { viewerOf } from '../wire/request-context.ts'
import { EVENTS_SCHEMA } from './sync-schemas.ts'

export interface EventsRouteDeps {
  readonly revisions: RevisionWatcher
  /** the open event streams of all users, from the API and the web app */
  readonly streams: ActiveEventStreams
}

/** Adds `GET /sync/events`, an event stream. It sends the new revision after every change to the user's data. */
export function addSyncEventsRoute(app: FastifyInstance, { revisions, streams }: EventsRouteDeps): void {
  app.get('/sync/events', { schema: EVENTS_SCHEMA, exposeHeadRoute: false }, (request, reply) => {
    const viewer = viewerOf(request)
    streams.open(viewer.id, reply, (send) => sendRevisions(revisions, viewer, send))
  })
}
