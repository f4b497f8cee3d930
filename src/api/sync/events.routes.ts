import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sendEvent, startEventStream, StreamLimit } from '../../http/event-stream.ts'
import type { RevisionWatcher } from '../../sync/revision-watcher.ts'
import { viewerOf } from '../wire/request-context.ts'
import { EVENTS_SCHEMA } from './sync-schemas.ts'

export interface EventsRouteDeps {
  readonly revisions: RevisionWatcher
  /** streams of all users at the same time */
  readonly mostStreams: number
}

/** Streams of one user at the same time, in this process. */
const MOST_PER_USER = 20
/** Milliseconds between two comments, which keep connections open and find those that broke off. */
const HEARTBEAT_MS = 25_000
/** Maximum duration of a stream, in milliseconds; the client reconnects with a token that must still be valid. */
const LONGEST_MS = 600_000

/** `GET /sync/events`: one event for every change of the user's data, with the revision. */
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

/** The streams of a process, with one timer for all of them. */
class OpenStreams {
  /** times of their end, by the clock of the process */
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
