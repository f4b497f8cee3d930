import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { startDogear } from '../crash/dogear-process.ts'
import { freePort } from '../support/ports.ts'
import { dataFolder, runDogear, type RunResult } from './run-dogear.ts'

function health(port: number | string, host = '127.0.0.1'): Promise<RunResult> {
  return runDogear(['health'], { environment: { PORT: String(port), DOGEAR_HOST: host } })
}

test('health reports a running server on every host it may listen on, and its absence after its stop', async (t) => {
  const port = await freePort()
  const environment = { DOGEAR_DATA_DIR: await dataFolder(t), PORT: String(port), DOGEAR_HOST: '0.0.0.0' }
  const server = startDogear(t, 'serve', environment)
  await server.ready
  for (const host of ['0.0.0.0', '127.0.0.1', 'localhost']) {
    const address = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
    const { code, stdout, stderr } = await health(port, host)
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: `The server at ${address} is ready.\n`, stderr: '' })
  }
  await server.kill('SIGTERM')
  const { code, stdout, stderr } = await health(port)
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
  assert.match(stderr, /^The server at http:\/\/127\.0\.0\.1:\d+ does not answer: [^\n]*ECONNREFUSED[^\n]*\.\n$/)
})

async function answeringOnly(t: TestContext, answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

test('health fails for a server that is not ready, for another program, and for one that is silent', async (t) => {
  const cases: readonly [answer: RequestListener, sentence: RegExp][] = [
    [(_, response) => response.writeHead(503).end(), /is not ready; see its log\.\n$/],
    [(_, response) => response.writeHead(404).end(), /responded with status 404 instead of 200\.\n$/],
    [() => undefined, /did not answer within 5 seconds\.\n$/],
  ]
  for (const [answer, sentence] of cases) {
    const { code, stdout, stderr } = await health(await answeringOnly(t, answer))
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.match(stderr, sentence)
  }
})

test('health asks for the port when the server takes a free one', async () => {
  const { code, stderr } = await health(0)
  assert.equal(code, 1)
  assert.equal(stderr, 'dogear: PORT is 0, so the port of the server is unknown: set PORT\n')
})
