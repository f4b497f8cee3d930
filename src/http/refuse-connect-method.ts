import type { Server } from 'node:http'

const BODY = JSON.stringify({ code: 405, message: 'Method Not Allowed' })
const ANSWER =
  'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, POST, PUT, PATCH, DELETE\r\nContent-Type: application/json\r\n' +
  `X-Content-Type-Options: nosniff\r\nContent-Length: ${BODY.length}\r\nConnection: close\r\n\r\n${BODY}`

/**
 * Answers CONNECT requests with an error, because Dogear is not a proxy. Node would close the connection without a
 * response (`http.Server`, event `connect`).
 */
export function refuseConnect(server: Server): void {
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(ANSWER)
  })
}
