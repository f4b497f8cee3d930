import { once } from 'node:events'
import { createServer } from 'node:net'

/** Operating systems choose ephemeral ports above 32,000, so no client connection takes a port of this range. */
const [LOWEST, HIGHEST] = [15_000, 32_000]

/** Number of ports that each test process has for itself. */
const PORTS_PER_PROCESS = 100

let used = 0

/**
 * Each call returns the next of the ports that this test process has for itself. A port therefore stays free while a
 * server that uses it is stopped and started again.
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
