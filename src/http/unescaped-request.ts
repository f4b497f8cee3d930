import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** What Node's parser says of a request that it gave up (https://nodejs.org/api/http.html#event-clienterror). */
export interface UnreadableRequest extends NodeJS.ErrnoException {
  /** the bytes that came last on the connection */
  readonly rawPacket?: unknown
}

/** In milliseconds: as long as any other request may take to come and be answered, and a little more. */
const MAX_MS = 70_000
/** In bytes: heads have their own limit, and nobody sends a long body with such an address. */
const MAX_BYTES = 64 * 1024
const [LINE_FEED, FIRST_NON_ASCII] = [0x0a, 0x80]
const METHOD = /^[A-Z]{3,16} /

/** Connections whose request is read again; what else comes on them is for that reading. */
const readAgain = new WeakMap<Socket, { readonly reader: Duplex; bytes: number }>()
const readers = new WeakSet<Duplex>()

/**
 * Some apps put words into an address without escaping them, such as a tag of several languages (KOReader; wallabag's
 * own web servers take that). Node's parser takes ASCII alone and gives such a request up; here it is read once more with
 * the bytes of its first line escaped, on the same connection, which ends with the answer.
 * @returns whether it is; otherwise the connection is as it was
 */
export function readUnescaped(server: Server, error: UnreadableRequest, socket: Socket): boolean {
  // What is sent behind a request that ends the connection is not looked at.
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

/** @returns whether what looks like a connection is one that was counted before, under which a request is read again */
export function isReader(socket: Duplex): boolean {
  return readers.has(socket)
}

/** The parser that gave up is asked again with every piece that comes, gives up again, and tells of it. */
function goOn(known: { readonly reader: Duplex; bytes: number }, { rawPacket }: UnreadableRequest): true {
  if (!Buffer.isBuffer(rawPacket)) return true
  known.bytes += rawPacket.length
  if (known.bytes > MAX_BYTES) known.reader.destroy()
  else known.reader.push(rawPacket)
  return true
}

/** Only requests that are sent before the answer to the one before has come are read meanwhile; then it is too late. */
function isAnswering(socket: Socket & { readonly _httpMessage?: unknown }): boolean {
  return Boolean(socket._httpMessage)
}

/** @returns what came, with its first line in ASCII and an end to the connection; undefined where that is not what is wrong */
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
