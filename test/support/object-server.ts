import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'

const ENDING = '._S3rver_object'

type Cleaner = { after(step: () => unknown): void }

/**
 * What happens to a request: `away` answers 503, `reset` ends the connection, `break` ends it in the middle of the
 * response, `damage` changes the last byte of the response, `stall` never sends the response.
 */
export type Fault = 'away' | 'reset' | 'break' | 'damage' | 'stall'

export interface ObjectServer {
  /** the settings with which Dogear uses it */
  readonly environment: Readonly<Record<string, string>>
  /** @returns the keys of all stored objects */
  objects(): readonly string[]
  /** methods and paths of all requests so far */
  readonly requests: string[]
  /** Chooses the fault of a request; absent for none. */
  faultOf: ((method: string, path: string) => Fault | undefined) | undefined
}

/** Starts a server of S3 with an empty bucket, behind a proxy that makes faults. It is stopped when the test ends. */
export async function startObjectServer(t: Cleaner): Promise<ObjectServer> {
  const directory = await mkdtemp(join(tmpdir(), 'dogear-s3-'))
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    // It expects another signature of `GET /bucket/` than Amazon.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'dogear', configs: [] }],
  })
  const { port } = await store.run()
  const proxy = createServer((request, response) => void pass(server, port, request, response))
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.after(async () => {
    for (const one of [proxy, store.httpServer]) {
      one.close()
      one.closeAllConnections()
    }
    await rm(directory, { recursive: true, force: true })
  })
  const server: ObjectServer = {
    environment: {
      DOGEAR_OBJECTS: 's3://dogear/library',
      DOGEAR_S3_ENDPOINT: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    objects: () => storedKeys(directory),
    requests: [],
    faultOf: undefined,
  }
  return server
}

/** The server keeps an object in a file `KEY._S3rver_object`, and its facts in others beside it. */
function storedKeys(directory: string): readonly string[] {
  const names = globSync(`dogear/**/*${ENDING}`, { cwd: directory })
  return names.map((name) => name.slice('dogear/'.length, -ENDING.length))
}

async function pass(
  server: ObjectServer,
  port: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url = '', headers } = request
  server.requests.push(`${method} ${url}`)
  const fault = server.faultOf?.(method, url)
  if (fault === 'reset') return void request.socket.destroy()
  const body = await buffer(request).catch(() => undefined)
  if (!body || fault === 'stall') return
  if (fault === 'away') return void response.writeHead(503).end()
  const passed = sendRequest({ host: '127.0.0.1', port, method, path: url, headers })
  passed.end(body)
  const [answer] = (await once(passed, 'response')) as [IncomingMessage]
  const bytes = await buffer(answer)
  response.writeHead(answer.statusCode!, answer.headers)
  if (fault === 'damage') bytes[bytes.length - 1]! ^= 1
  if (fault !== 'break') return void response.end(bytes)
  response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy())
}
