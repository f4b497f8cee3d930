import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Operating systems give other sockets ports above this range, so no other program takes one of these ports between two
 * starts.
 */
const [LOWEST, HIGHEST] = [15_000, 32_000]

/** @returns a TCP port on loopback that was free a moment ago */
export async function freePort(): Promise<number> {
  const port = randomInt(LOWEST, HIGHEST)
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
