import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import type { Stage } from './service-and-browser.fixture.ts'

/**
 * Milliseconds that every browser test adds to each request: `BROWSER_DELAY=250` runs all of them on a slow network.
 */
export const DELAY_OF_ALL = Number(process.env['BROWSER_DELAY'] ?? 0)

/**
 * Milliseconds that the tests of notes, shortcuts, undoing, pending saves and completions add to each request: by
 * default those of a distant server on a mobile network. `BROWSER_DELAYS=0,250` runs these tests both ways.
 */
export const DELAYS: readonly number[] =
  DELAY_OF_ALL > 0 ? [0] : (process.env['BROWSER_DELAYS'] ?? '250').split(',').map(Number)

/**
 * Opens a second port of the service that delays each request and each response by half of the time. Unlike delays in
 * the browser, this keeps the HTTP cache working, and aborted requests still arrive.
 */
export async function throughSlowNetwork(t: TestContext, stage: Stage, milliseconds: number): Promise<Stage> {
  if (milliseconds === 0) return stage
  const { port, hostname } = new URL(stage.base)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const service = connect(Number(port), hostname)
    for (const socket of [client, service]) {
      open.add(socket)
      // An aborted request closes the connection from the other end, which is no failure.
      socket.on('error', () => socket.destroy())
    }
    forward(client, service, milliseconds / 2)
    forward(service, client, milliseconds / 2)
  })
  server.listen(0, hostname)
  await once(server, 'listening')
  t.after(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  return { ...stage, base: `http://${hostname}:${(server.address() as AddressInfo).port}` }
}

function forward(from: Socket, to: Socket, milliseconds: number): void {
  from.on('data', (chunk) => setTimeout(() => to.destroyed || to.write(chunk), milliseconds))
  from.on('close', () => setTimeout(() => to.destroy(), milliseconds))
}
