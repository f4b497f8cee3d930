import { STATUS_CODES, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** @returns the body of an error response, in the format of the API */
function envelope(status: number): string {
  return JSON.stringify({ code: status, message: STATUS_CODES[status] })
}

/** Responds with 503 while the server is stopping, and closes the connection. */
export function respondStopping(response: ServerResponse): void {
  answerClosing(response, 503, { 'retry-after': '5' })
}

/** Responds with 417 to a request whose `Expect` header contains anything but `100-continue` (RFC 9110, 10.1.1). */
export function respondExpectationFailed(response: ServerResponse): void {
  answerClosing(response, 417, {})
}

function answerClosing(response: ServerResponse, status: number, more: OutgoingHttpHeaders): void {
  const body = envelope(status)
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-length': body.length,
    connection: 'close',
    ...more,
  })
  response.end(body)
}

const STATUS_OF: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/**
 * Responds to a request that is not valid HTTP, arrives too slowly or has too long headers. Then closes the connection.
 */
export function respondUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = STATUS_OF[error.code ?? ''] ?? 400
  const body = envelope(status)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}
