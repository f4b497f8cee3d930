import assert from 'node:assert/strict'
import { connect, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fastify } from 'fastify'
import { limitBodyTime } from './body-deadline.ts'

/**
 * Sends the headers and the start of a body, and the rest of the body after `afterMs`.
 * @returns all received text
 */
async function send(port: number, path: string, afterMs: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  let text = ''
  socket.setEncoding('latin1').on('data', (piece) => (text += String(piece)))
  const ended = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nab`,
  )
  await setTimeout(afterMs)
  socket.write('cd')
  await ended
  return text
}

test('a body that is too slow is refused with 408, and a file has more time', async (t) => {
  const app = fastify()
  limitBodyTime(app, 200)
  app.post('/', async ({ body }) => ({ body }))
  app.post('/file', { config: { isUpload: true } }, async ({ body }) => ({ body }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const [slow, quick, file] = await Promise.all([send(port, '/', 600), send(port, '/', 50), send(port, '/file', 600)])
  assert.match(slow, /^HTTP\/1\.1 408 [^]*\{"code":408,"message":"Request Timeout"\}$/)
  assert.match(quick, /^HTTP\/1\.1 200 [^]*\{"body":"abcd"\}$/)
  assert.match(file, /^HTTP\/1\.1 200 [^]*\{"body":"abcd"\}$/)
})
