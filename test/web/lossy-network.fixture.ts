import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import type { Stage } from './service-and-browser.fixture.ts'

/**
 * A network that loses responses: a request arrives, but its connection ends without a response. It can also delay
 * responses.
 */
export interface LossyNetwork {
  /** the service as reached through this network */
  readonly stage: Stage
  /** loses the responses to requests that start with this text, such as `POST /path`; undefined stops this */
  readonly lose: (request: string | undefined) => void
  /** @returns the number of lost responses */
  readonly lost: () => number
  /** delays the responses to requests that begin with this text; `undefined` sends the delayed ones */
  readonly hold: (request: string | undefined) => void
  /** delays only the second half of the responses to requests that begin with this text, until `hold(undefined)` */
  readonly holdBody: (request: string) => void
  /** @returns the number of requests whose response was delayed */
  readonly held: () => number
  /** ends all connections without a response */
  readonly cut: () => void
}

/** Opens a second port of the service. The test can lose or delay the responses of this port. */
export async function throughLossyNetwork(t: TestContext, stage: Stage): Promise<LossyNetwork> {
  const { port, hostname } = new URL(stage.base)
  let unanswered: string | undefined
  let lost = 0
  let late: string | undefined
  let halved: string | undefined
  let held = 0
  let release = Promise.withResolvers<void>()
  const hold = (request: string | undefined) => {
    late = request
    if (request !== undefined) return
    halved = undefined
    release.resolve()
    release = Promise.withResolvers<void>()
  }
  const open = new Set<Socket>()
  const server = createServer((client) => {
    open.add(client)
    client.on('close', () => open.delete(client))
    const service = connect(Number(port), hostname)
    let isLosing = false
    let isHalved = false
    let isSent = Promise.resolve()
    client.on('data', (chunk) => {
      if (unanswered !== undefined && chunk.toString('latin1').startsWith(unanswered)) isLosing = true
      if (late !== undefined && chunk.toString('latin1').startsWith(late)) {
        held++
        isSent = release.promise
      }
      isHalved = halved !== undefined && chunk.toString('latin1').startsWith(halved)
      service.write(chunk)
    })
    service.on('data', (chunk: Buffer) => {
      if (isHalved) {
        isHalved = false
        held++
        client.write(chunk.subarray(0, chunk.length / 2))
        void release.promise.then(() => client.writable && client.write(chunk.subarray(chunk.length / 2)))
        isSent = release.promise
        return
      }
      if (!isLosing) return void isSent.then(() => client.writable && client.write(chunk))
      lost++
      client.resetAndDestroy()
    })
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      // A connection error is expected here, because the test closes the other end.
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  server.listen(0, hostname)
  await once(server, 'listening')
  t.after(() => server.close())
  const base = `http://${hostname}:${(server.address() as AddressInfo).port}`
  return {
    stage: { ...stage, base },
    lose: (request) => (unanswered = request),
    lost: () => lost,
    hold,
    holdBody: (request) => (halved = request),
    held: () => held,
    cut: () => {
      for (const client of open) client.resetAndDestroy()
    },
  }
}
