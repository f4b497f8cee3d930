import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Systems take the ports of other sockets from higher numbers, so nothing takes one of these between two starts. */
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
