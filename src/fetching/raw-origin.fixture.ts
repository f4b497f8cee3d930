import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** A test server that sends bytes chosen by the test, and records the requests. */
interface RawOrigin {
  readonly port: number
  /** `http://127.0.0.1:port` */
  readonly url: string
  /** received requests: the request line and the headers of each, as text */
  readonly requests: readonly string[]
  /** number of accepted connections */
  readonly hits: () => number
  /** number of open connections */
  readonly open: () => number
}

export type Answering = (socket: Socket, request: string) => void

interface OriginOptions {
  readonly address?: string
  readonly tls?: { readonly key: string; readonly cert: string }
}

/** Starts a server that is closed after the test. */
export async function startOrigin(t: TestContext, answer: Answering, options: OriginOptions = {}): Promise<RawOrigin> {
  const { address = '127.0.0.1', tls } = options
  const sockets = new Set<Socket>()
  const requests: string[] = []
  let hits = 0
  const accept = (socket: Socket): void => {
    hits += 1
    keep(sockets, socket)
    readRequests(socket, (request) => {
      requests.push(request)
      answer(socket, request)
    })
  }
  const server: Server = tls ? createTlsServer(tls, accept) : createServer(accept)
  await listen(server, address)
  t.after(() => stop(server, sockets))
  const { port } = server.address() as AddressInfo
  const host = address.includes(':') ? `[${address}]` : address
  const url = `http${tls ? 's' : ''}://${host}:${port}`
  return { port, url, requests, hits: () => hits, open: () => sockets.size }
}

/** @returns a handler that sends these bytes, and then closes the connection */
export function sending(...pieces: readonly (string | Uint8Array)[]): Answering {
  return (socket) => {
    for (const piece of pieces) socket.write(piece)
    socket.end()
  }
}

/** @returns the bytes of a complete response. Its Content-Length matches the body. */
export function answerBytes(head: string, body: string | Uint8Array = ''): Buffer {
  const bytes = Buffer.from(body)
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${head}\r\nContent-Length: ${bytes.length}\r\n\r\n`, 'latin1'), bytes])
}

/** @returns a handler that sends a redirect */
export function redirectingTo(location: string, status = 302): Answering {
  return sending(answerBytes(`${status} Found\r\nLocation: ${location}`))
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket)
  socket.on('error', () => {})
  socket.on('close', () => sockets.delete(socket))
}

function readRequests(socket: Socket, take: (request: string) => void): void {
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    if (!text.includes('\r\n\r\n')) return
    take(text)
    text = ''
  })
}

async function listen(server: Server, address: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(0, address, resolve)
  await promise
}

async function stop(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
}
