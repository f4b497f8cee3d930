import { once } from 'node:events'
import { createServer } from 'node:net'

/** Operating systems give other sockets ports above 32,000, so no other program takes a port of this range. */
const [LOWEST, HIGHEST] = [15_000, 32_000]

/** Number of ports that each test process has for itself. */
const PORTS_PER_PROCESS = 100

let used = 0

/**
 * Each test process has its own ports, and takes the next one each time. A port therefore stays free for a server that
 * is stopped and started again.
 * @returns a TCP port on loopback that was free a moment ago
 */
export async function freePort(): Promise<number> {
  const first = LOWEST + ((process.pid * PORTS_PER_PROCESS) % (HIGHEST - LOWEST))
  const port = first + (used++ % PORTS_PER_PROCESS)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
