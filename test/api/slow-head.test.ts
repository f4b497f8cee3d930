import assert from 'node:assert/strict'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'

/**
 * Maximum milliseconds until the server disconnects the client. It allows ten seconds for the request head, and checks
 * every two seconds. Without its own limit, it would wait for a minute, the default of Node's HTTP server.
 */
const MAX_MS = 40_000

test('a client that sends its head too slowly is disconnected after ten seconds', async (t) => {
  const { app } = await testApp(t, 'sqlite')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const since = performance.now()
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /api/version HTTP/1.1\r\nHost: x\r\n'))
    const drip = setInterval(() => socket.write('X: y\r\n'), 500)
    const giveUp = setTimeout(() => socket.destroy(), MAX_MS + 2000)
    socket.setEncoding('latin1').on('data', (piece) => (text += String(piece)))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(drip)
      clearTimeout(giveUp)
      resolve(text)
    })
  })
  assert.match(answer, /^HTTP\/1\.1 408 /)
  assert.ok(performance.now() - since < MAX_MS, `it took ${Math.round(performance.now() - since)} ms`)
})
