import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The envelope of the API, as bytes that need no request. */
function envelope(status: number): string {
  return JSON.stringify({ code: status, message: STATUS_CODES[status] })
}

/** Answers 503 while the server stops, without a look at the request, and closes the connection. */
export function answerStopping(response: ServerResponse): void {
  const body = envelope(503)
  response.writeHead(503, {
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-length': body.length,
    connection: 'close',
    'retry-after': '5',
  })
  response.end(body)
}

const STATUS_OF: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers what cannot be read as HTTP, or came too slowly or with too long a head, and closes the connection. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = STATUS_OF[error.code ?? ''] ?? 400
  const body = envelope(status)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}
