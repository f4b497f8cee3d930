/**
 * A server for comparison with Dogear: `node:http` alone, which sends a constant body. Arguments: port, size of the
 * body in bytes.
 */
import { createServer } from 'node:http'

const [port, size] = process.argv.slice(2).map(Number)
const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(Math.max(0, (size ?? 0) - 11)) }))

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
}).listen(port, '127.0.0.1')
