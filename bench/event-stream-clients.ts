/** Client program of `event-stream-listeners.ts`. It runs in a separate process. */
import { Agent, get, type IncomingMessage } from 'node:http'

/** Durations measured by the clients, in milliseconds and ascending order. */
export interface ClientReport {
  readonly times: readonly number[]
}

type ClientRequest =
  | { readonly kind: 'listen'; readonly port: number; readonly tokens: readonly string[]; readonly listeners: number }
  | { readonly kind: 'await-event'; readonly user: number }
  | { readonly kind: 'revalidate'; readonly port: number; readonly token: string; readonly requests: number }

/** Number of connections that are opened at the same time. */
const MAX_CONCURRENT_CONNECTIONS = 50

/** Open streams of each user. */
const streams: IncomingMessage[][] = []

process.on('message', (asked: ClientRequest) => {
  void perform(asked).then((times) => process.send!({ times } satisfies ClientReport))
})

async function perform(asked: ClientRequest): Promise<readonly number[]> {
  if (asked.kind === 'revalidate') return revalidate(asked)
  const since = performance.now()
  await (asked.kind === 'listen' ? listen(asked) : awaitEvent(asked.user))
  return [performance.now() - since]
}

async function listen({ port, tokens, listeners }: Extract<ClientRequest, { kind: 'listen' }>): Promise<void> {
  let next = 0
  const open = async () => {
    while (next < listeners) {
      const user = next++ % tokens.length
      const stream = await request(port, '/api/sync/events', { authorization: `Bearer ${tokens[user]}` })
      if (stream.statusCode !== 200) throw new Error(`status ${stream.statusCode}`)
      stream.on('data', () => undefined)
      ;(streams[user] ??= []).push(stream)
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_CONNECTIONS }, open))
}

async function awaitEvent(user: number): Promise<void> {
  const all = streams[user]!.map(
    (stream) =>
      new Promise<void>((resolve) => {
        stream.on('data', (piece: Buffer) => {
          if (piece.toString().includes('data:')) resolve()
        })
      }),
  )
  await Promise.all(all)
}

async function revalidate({
  port,
  token,
  requests,
}: Extract<ClientRequest, { kind: 'revalidate' }>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const authorization = `Bearer ${token}`
  const first = await request(port, '/api/sync', { authorization }, agent)
  await drained(first)
  const headers = { authorization, 'if-none-match': String(first.headers.etag) }
  const times: number[] = []
  for (let count = 0; count < requests; count += 1) {
    const since = performance.now()
    const answer = await request(port, '/api/sync', headers, agent)
    if (answer.statusCode !== 304) throw new Error(`status ${answer.statusCode}`)
    await drained(answer)
    times.push(performance.now() - since)
  }
  agent.destroy()
  return times.toSorted((one, other) => one - other)
}

function request(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
  agent?: Agent,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent: agent ?? false }, resolve).once('error', reject)
  })
}

function drained(answer: IncomingMessage): Promise<void> {
  return new Promise((resolve) => answer.resume().once('end', resolve))
}
