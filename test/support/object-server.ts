import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as sendRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { ObjectStore } from '../../src/objects/object-store.ts'
import { openObjects } from '../../src/objects/open-objects.ts'
import S3rver from '@20minutes/s3rver'

/** The access key of the servers. */
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

type Cleaner = { after(step: () => unknown): void }

/**
 * What happens to a request: `away` answers 503, `reset` ends the connection, `break` ends it in the middle of the
 * response, `damage` changes the last byte of the response, `alter` that of the request, `stall` never sends the response, `unknown` answers 404 like a server of web pages.
 */
export type Fault = 'away' | 'reset' | 'break' | 'damage' | 'alter' | 'stall' | 'unknown'

export interface ObjectServer {
  /** the settings with which Dogear uses it */
  readonly environment: Readonly<Record<string, string>>
  /** @returns the keys of all stored objects */
  objects(): Promise<readonly string[]>
  /** methods and paths of all requests so far */
  readonly requests: string[]
  /** Chooses the fault of a request; absent for none. */
  faultOf: ((method: string, path: string) => Fault | undefined) | undefined
}

/**
 * Starts a server of S3 with an empty bucket, behind a proxy that makes faults. It is stopped when the test ends. If
 * `TEST_S3_PORT` names the port of another server, that one is used and emptied (test/packaging/test-with-seaweedfs.ts).
 */
export async function startObjectServer(t: Cleaner): Promise<ObjectServer> {
  const port = Number(process.env['TEST_S3_PORT']) || (await startS3rver(t))
  const direct = openObjects({
    kind: 'bucket',
    bucket: { bucket: 'dogear', prefix: '' },
    access: { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', credentials: KEYS },
  })
  t.after(() => direct.close())
  await direct.delete(await storedKeys(direct))
  const proxy = createServer((request, response) => void pass(server, port, request, response))
  await listen(t, proxy)
  const server: ObjectServer = {
    environment: {
      DOGEAR_OBJECTS: 's3://dogear/library',
      DOGEAR_S3_ENDPOINT: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    },
    objects: () => storedKeys(direct),
    requests: [],
    faultOf: undefined,
  }
  return server
}

/** @returns the port */
async function startS3rver(t: Cleaner): Promise<number> {
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
  t.after(async () => {
    closeServer(store.httpServer)
    await rm(directory, { recursive: true, force: true })
  })
  return port
}

async function listen(t: Cleaner, server: Server): Promise<void> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => closeServer(server))
}

function closeServer(server: Server): void {
  server.close()
  server.closeAllConnections()
}

async function storedKeys(store: ObjectStore): Promise<readonly string[]> {
  const keys: string[] = []
  for await (const { key } of store.list('')) keys.push(key)
  return keys
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
  if (fault === 'unknown') return void response.writeHead(404, { 'content-type': 'text/html' }).end('<p>None')
  if (fault === 'alter') body[body.length - 1]! ^= 1
  const passed = sendRequest({ host: '127.0.0.1', port, method, path: url, headers })
  passed.end(body)
  const [answer] = (await once(passed, 'response')) as [IncomingMessage]
  const bytes = await buffer(answer)
  response.writeHead(answer.statusCode!, answer.headers)
  if (fault === 'damage') bytes[bytes.length - 1]! ^= 1
  if (fault !== 'break') return void response.end(bytes)
  response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy())
}
