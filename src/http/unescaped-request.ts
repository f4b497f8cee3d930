import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** The error of Node's parser for an invalid request (https://nodejs.org/api/http.html#event-clienterror). */
export interface UnreadableRequest extends NodeJS.ErrnoException {
  /** the last bytes received on the connection */
  readonly rawPacket?: unknown
}

/** In milliseconds: slightly more than the time limits of any other request and its response. */
const MAX_MS = 70_000
/** In bytes: heads have their own limit, and requests with such an address have short bodies. */
const MAX_BYTES = 64 * 1024
const [LINE_FEED, FIRST_NON_ASCII] = [0x0a, 0x80]
const METHOD = /^[A-Z]{3,16} /

/** Connections whose request is parsed again; later bytes on them go to the second parser. */
const readAgain = new WeakMap<Socket, { readonly reader: Duplex; bytes: number }>()
const readers = new WeakSet<Duplex>()

/**
 * Some apps do not escape words in an address, such as a tag in other scripts (KOReader; wallabag's own web servers
 * accept that). Node's parser rejects anything but ASCII. Such a request is parsed again with the bytes of its first
 * line escaped, on the same connection, which closes after the response.
 * @returns whether the request is parsed again; otherwise the connection is unchanged
 */
export function readUnescaped(server: Server, error: UnreadableRequest, socket: Socket): boolean {
  // Ignores bytes after a request that closes the connection.
  if (readers.has(socket) && error.code === 'HPE_CLOSED_CONNECTION') return true
  const known = readAgain.get(socket)
  if (known) return goOn(known, error)
  const request = error.code === 'HPE_INVALID_URL' && !isAnswering(socket) ? escapedRequest(error.rawPacket) : undefined
  if (!request) return false
  const reader = readerFor(socket)
  readers.add(reader)
  readAgain.set(socket, { reader, bytes: request.length })
  server.emit('connection', reader)
  reader.push(request)
  return true
}

/** @returns whether this is the virtual socket of a second parser. Its real connection has already been counted */
export function isReader(socket: Duplex): boolean {
  return readers.has(socket)
}

/** The first parser reports the same error for every further chunk; each chunk goes to the second parser. */
function goOn(known: { readonly reader: Duplex; bytes: number }, { rawPacket }: UnreadableRequest): true {
  if (!Buffer.isBuffer(rawPacket)) return true
  known.bytes += rawPacket.length
  if (known.bytes > MAX_BYTES) known.reader.destroy()
  else known.reader.push(rawPacket)
  return true
}

/** A pipelined request that arrives before the previous response is complete cannot be parsed again. */
function isAnswering(socket: Socket & { readonly _httpMessage?: unknown }): boolean {
  return Boolean(socket._httpMessage)
}

/**
 * @returns the bytes with an ASCII first line and `Connection: close`; undefined when the first line is not the problem
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
