import type { Pool } from 'undici'
import { randomQuery } from '../search/random-query.ts'
import type { Library } from '../search/random-texts.ts'

export const KINDS = ['first sync', 'list', 'search', 'save', 'sync'] as const
export type Kind = (typeof KINDS)[number]
/** Latencies in milliseconds. */
export type Latencies = Readonly<Record<Kind, number[]>>

export const noLatencies = (): Latencies => ({ 'first sync': [], list: [], search: [], save: [], sync: [] })

interface Session {
  readonly pool: Pool
  readonly token: string
  readonly library: Library
  readonly latencies: Latencies
  /** mean pause between two requests in milliseconds; pauses are distributed exponentially */
  readonly pause: number
  /** time of `performance.now()` at which the session ends */
  readonly end: number
}

/**
 * Acts as an app: reads all changes once, and then in turn opens the list of unread articles, searches, saves an article
 * with its text, and reads the changes since the last time. Between two requests, the user pauses.
 * @throws Error if a response has another status than 200
 */
export async function readAsUser(session: Session): Promise<void> {
  const pause = () => sleep(-Math.log(1 - Math.random()) * session.pause)
  await pause()
  let cursor = await sync(session, 'first sync', '')
  for (let turn = 0; ; turn++) {
    for (const act of [list, search, save]) {
      await pause()
      if (performance.now() >= session.end) return
      await act(session)
    }
    await pause()
    cursor = await sync(session, 'sync', `&since=${cursor}`)
  }
}

const list = (session: Session) => send(session, 'list', { path: '/api/entries.json?perPage=30&archive=0' })

const search = (session: Session) =>
  send(session, 'search', { path: `/api/search?perPage=30&term=${encodeURIComponent(randomQuery(session.library))}` })

const save = (session: Session) => {
  const { title, url, content } = session.library.entry(Math.floor(Math.random() * 1e9), SAVED_WORDS)
  return send(session, 'save', { path: '/api/entries.json', body: JSON.stringify({ title, url, content }) })
}
const SAVED_WORDS = 300

async function sync(session: Session, kind: Kind, since: string): Promise<string> {
  return ((await send(session, kind, { path: `/api/sync?limit=500${since}` })) as { readonly to: string }).to
}

interface Question {
  readonly path: string
  /** JSON to post; absent for reads */
  readonly body?: string
}

async function send({ pool, token, latencies }: Session, kind: Kind, { path, body }: Question): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const since = performance.now()
  const answer = await pool.request({ method: body === undefined ? 'GET' : 'POST', path, headers, body: body ?? null })
  const result = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${result.slice(0, 200)}`)
  latencies[kind].push(performance.now() - since)
  return JSON.parse(result)
}

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
