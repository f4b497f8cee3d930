import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ActivityRecorder } from './activity-recorder.ts'

/** Routes of monitoring and of static files, whose times say nothing about the service. */
const UNCOUNTED = /^\/(?:healthz|readyz|metrics|assets\/)/

/**
 * Counts the errors of the server, and how long requests that read take. Requests that write are left out, because they
 * wait for the pages of other sites and for uploads, and streams of events, because they last as long as their reader.
 */
export function countRequests(app: FastifyInstance, activity: ActivityRecorder): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    if (url !== undefined && !UNCOUNTED.test(url)) {
      if (reply.raw.statusCode >= 500) activity.errorAnswered()
      if (isRead(request, reply)) activity.readAnswered(reply.elapsedTime)
    }
    done()
  })
}

function isRead({ method }: FastifyRequest, { raw }: FastifyReply): boolean {
  return method === 'GET' && !String(raw.getHeader('content-type')).startsWith('text/event-stream')
}
