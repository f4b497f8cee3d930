import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** The error of Node's parser for an invalid request (https://nodejs.org/api/http.html#event-clienterror). */
interface UnreadableRequest extends NodeJS.ErrnoException {
  /** the last bytes received on the connection */
  readonly rawPacket?: unknown
}

/** Milliseconds after which a second parser ends and its connection is closed, even if the response is incomplete. */
const MAX_MS = 70_000
/**
 * Maximum size in bytes of a request that is parsed again. The connection of a larger one is closed. Apps that send
 * unescaped addresses send only short bodies.
 */
const MAX_BYTES = 64 * 1024
const [LINE_FEED, FIRST_NON_ASCII] = [0x0a, 0x80]
const METHOD = /^[A-Z]{3,16} /

/**
 * Connections whose request is being parsed again. Further bytes on such a connection go to the second parser, the
 * `reader`.
 */
const reparsedConnections = new WeakMap<Socket, { readonly reader: Duplex; bytes: number }>()
const readers = new WeakSet<Duplex>()

/**
 * Accepts a request whose address contains unescaped characters. Some apps, such as KOReader, send non-Latin tags in
 * this way. wallabag's web servers accept them, but Node's parser rejects them. The characters are escaped, and a
 * second parser reads the request. The connection closes after the response.
 * @returns true if the second parser reads the request; false if the error has another cause
 */
export function parseEscapedRequest(server: Server, error: UnreadableRequest, socket: Socket): boolean {
  // The connection closes after a request that was parsed again, so any bytes after that request are ignored.
  if (readers.has(socket) && error.code === 'HPE_CLOSED_CONNECTION') return true
  const current = reparsedConnections.get(socket)
  if (current) return feedReader(current, error)
  const request = error.code === 'HPE_INVALID_URL' && !isAnswering(socket) ? escapedRequest(error.rawPacket) : undefined
  if (!request) return false
  const reader = readerFor(socket)
  readers.add(reader)
  reparsedConnections.set(socket, { reader, bytes: request.length })
  server.emit('connection', reader)
  reader.push(request)
  return true
}

/**
 * @returns true if this is the virtual socket of a second parser, which must not count as a connection: the connection
 *   limit has already counted the real one
 */
export function isSecondParserSocket(socket: Duplex): boolean {
  return readers.has(socket)
}

/**
 * Passes further bytes of the request to the second parser. Node's parser reports an error for each chunk, and the
 * error contains the chunk.
 */
function feedReader(current: { readonly reader: Duplex; bytes: number }, { rawPacket }: UnreadableRequest): true {
  if (!Buffer.isBuffer(rawPacket)) return true
  current.bytes += rawPacket.length
  if (current.bytes > MAX_BYTES) current.reader.destroy()
  else current.reader.push(rawPacket)
  return true
}

/**
 * @returns true if a response is being sent on the connection. A second request that arrives during this time cannot be
 *   parsed again.
 */
function isAnswering(socket: Socket & { readonly _httpMessage?: unknown }): boolean {
  return Boolean(socket._httpMessage)
}

/**
 * @param packet the received bytes
 * @returns the bytes with an escaped first line and the header `Connection: close`; undefined if the first line needs
 *   no escapes
 */
function escapedRequest(packet: unknown): Buffer | undefined {
  const end = Buffer.isBuffer(packet) ? packet.indexOf(LINE_FEED) : -1
  if (!Buffer.isBuffer(packet) || end < 0) return undefined
  const line = packet.subarray(0, end + 1)
  if (!METHOD.test(line.toString('latin1', 0, 17)) || !line.some((byte) => byte >= FIRST_NON_ASCII)) return undefined
  const escaped = Array.from(line, (byte) =>
    byte < FIRST_NON_ASCII ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`,
  )
  return Buffer.concat([Buffer.from(`${escaped.join('')}Connection: close\r\n`), packet.subarray(end + 1)])
}

function readerFor(socket: Socket): Duplex {
  const reader = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => void socket.write(chunk, done),
    final: (done) => void socket.end(done),
    destroy: (error, done) => {
      socket.destroy()
      done(error)
    },
  })
  const { remoteAddress, remotePort } = socket
  Object.assign(reader, { remoteAddress, remotePort })
  const timer = setTimeout(() => reader.destroy(), MAX_MS).unref()
  socket.once('close', () => {
    clearTimeout(timer)
    reader.destroy()
  })
  return reader
}
