import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sendEvent, startEventStream, StreamLimit } from '../../http/event-stream.ts'
import type { RevisionWatcher } from '../../sync/revision-watcher.ts'
import { viewerOf } from '../wire/request-context.ts'
import { EVENTS_SCHEMA } from './sync-schemas.ts'

export interface EventsRouteDeps {
  readonly revisions: RevisionWatcher
  /** maximum number of open streams of all users together */
  readonly mostStreams: number
}

/** Maximum number of open streams of one user in this process. */
const MOST_PER_USER = 20
/** Milliseconds between two comments in a stream. They keep the connection open and detect a broken connection. */
const HEARTBEAT_MS = 25_000
/** Maximum duration of a stream, in milliseconds. The client must then reconnect, for which its token must be valid. */
const LONGEST_MS = 600_000

/** Adds `GET /sync/events`, which sends an event with the new revision for every change to the user's data. */
export function addSyncEventsRoute(app: FastifyInstance, { revisions, mostStreams }: EventsRouteDeps): void {
  const limit = new StreamLimit(MOST_PER_USER, mostStreams)
  const streams = new OpenStreams()
  app.addHook('preClose', (done) => {
    streams.endAll()
    done()
  })
  app.get('/sync/events', { schema: EVENTS_SCHEMA }, (request, reply) => {
    const { id, revision } = viewerOf(request)
    const release = limit.open(id)
    const stream = startEventStream(reply)
    const report = (current: number) => sendEvent(stream, JSON.stringify({ revision: String(current) }))
    report(revision)
    const unwatch = revisions.watch(id, revision, report)
    streams.add(stream)
    stream.once('close', () => {
      streams.delete(stream)
      unwatch()
      release()
    })
  })
}

/** The open streams of this process, which share one timer. */
class OpenStreams {
  /** the end of each stream, in milliseconds of `performance.now()` */
  readonly #ends = new Map<ServerResponse, number>()
  #timer: NodeJS.Timeout | undefined

  add(stream: ServerResponse): void {
    this.#ends.set(stream, performance.now() + LONGEST_MS)
    this.#timer ??= setInterval(() => this.#beat(), HEARTBEAT_MS).unref()
  }

  delete(stream: ServerResponse): void {
    this.#ends.delete(stream)
    if (this.#ends.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  endAll(): void {
    for (const stream of this.#ends.keys()) stream.end()
  }

  #beat(): void {
    const now = performance.now()
    for (const [stream, end] of this.#ends) {
      if (now >= end) stream.end()
      else stream.write(':\n\n')
    }
  }
}
