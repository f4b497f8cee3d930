import assert from 'node:assert/strict'
import { connect, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fastify } from 'fastify'
import { AppError, ERROR_CODES } from '../kernel/errors.ts'
import { limitBodyTime } from './body-deadline.ts'

const PAUSE_MS = 100

/**
 * Sends a head, and then one byte of the body every `PAUSE_MS`.
 * @param declared length of the body according to the head
 * @param sent number of bytes that are sent
 * @returns all received text
 */
async function send(port: number, path: string, { declared, sent }: { declared: number; sent: number }) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  let text = ''
  const ended = new Promise((resolve) => socket.once('close', resolve))
  const answered = new Promise((resolve) => socket.once('data', resolve))
  socket.setEncoding('latin1').on('data', (piece) => (text += String(piece)))
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${declared}\r\n\r\n`)
  for (let count = 0; count < sent; count++) {
    await setTimeout(PAUSE_MS)
    if (socket.writable) socket.write('a')
  }
  await answered
  if (sent === declared && text.startsWith('HTTP/1.1 200')) socket.end()
  await ended
  return text
}

test('a body that has arrived may be read late, and a body that the server does not read does not stall', async (t) => {
  const app = fastify()
  limitBodyTime(app, { totalMs: 300, uploadMs: 5000, stallMs: 300 })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, body, done) => done(null, body))
  app.post<{ Body: AsyncIterable<Buffer> }>('/', { config: { isUpload: true } }, async ({ body }) => {
    await setTimeout(1000)
    let length = 0
    for await (const piece of body) length += piece.length
    return { length }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const { port } = app.server.address() as AddressInfo
  assert.match(await send(port, '/', { declared: 2, sent: 2 }), /^HTTP\/1\.1 200 [^]*\{"length":2\}$/)
  const length = 20_000_000
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: Buffer.alloc(length) })
  assert.deepEqual([answer.status, await answer.json()], [200, { length }])
})

test('a body that stalls or takes too long is refused with 408, and a steady upload has more time', async (t) => {
  const app = fastify()
  app.setErrorHandler(async (error, _request, reply) => {
    const code = error instanceof AppError ? ERROR_CODES[error.code] : 500
    return reply.code(code).send({ code })
  })
  limitBodyTime(app, { totalMs: 700, uploadMs: 2000, stallMs: 500 })
  app.post('/', async ({ body }) => ({ body }))
  app.post('/file', { config: { isUpload: true } }, async ({ body }) => ({ body }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const stalled = { declared: 4, sent: 2 }
  const quick = { declared: 2, sent: 2 }
  const steady = { declared: 12, sent: 12 }
  const refused = await Promise.all([
    send(port, '/', stalled),
    send(port, '/file', stalled),
    send(port, '/unknown', stalled),
    send(port, '/', steady),
    send(port, '/file', { declared: 40, sent: 40 }),
  ])
  for (const answer of refused) assert.match(answer, /^HTTP\/1\.1 408 [^]*connection: close[^]*\{"code":408\}$/i)
  const received = await Promise.all([send(port, '/', quick), send(port, '/file', steady)])
  for (const answer of received) assert.match(answer, /^HTTP\/1\.1 200 [^]*\{"body":"a+"\}$/)
})
