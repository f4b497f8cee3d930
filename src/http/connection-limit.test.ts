import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { limitConnections } from './connection-limit.ts'

/**
 * @returns a function that opens a connection to a server with the limit. It resolves to undefined if the server closes
 *   the connection.
 */
async function limited(t: TestContext, trusted: readonly string[]) {
  const server = createServer((_request, response) => response.end('ok'))
  limitConnections(server, trusted, 3)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  return async (): Promise<Socket | undefined> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    t.after(() => socket.destroy())
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const answered = once(socket, 'data').then(() => socket)
    return Promise.race([answered, once(socket, 'close').then(() => undefined)])
  }
}

test('a client with the maximum number of connections gets no more until one is closed', async (t) => {
  const open = await limited(t, ['10.0.0.0/8', 'no address', 'uniquelocal/9'])
  const first = await open()
  assert.ok(first && (await open()) && (await open()))
  assert.equal(await open(), undefined)
  assert.equal(await open(), undefined)
  first.destroy()
  await setTimeout(50)
  assert.ok(await open())
  assert.equal(await open(), undefined)
})

for (const trusted of [['127.0.0.1'], ['10.0.0.1', '127.0.0.0/8'], ['loopback']]) {
  test(`a proxy trusted as ${trusted.at(-1)} may open all connections`, async (t) => {
    const open = await limited(t, trusted)
    for (let count = 0; count < 6; count++) assert.ok(await open())
  })
}
