import { Pool } from 'undici'
import { watchMemory } from '../memory/watch-process-memory.ts'
import { sendPoissonRequests, type Arrival } from '../send-poisson-requests.ts'
import { limitedGroup } from '../small-box/limited-group.ts'
import type { Peer, StartPeer } from './peer.ts'
import { savePages } from './save-pages.ts'

const LIMITS = { megabytes: 512, cores: 1 }
/** Requests a second, of which half are pages. */
const RATE = 5
const SECONDS = 60
/** Memory in megabytes at which the server is ended, if the kernel has not done so. */
const MAX_MEMORY = 2000

/**
 * Prints the response times of a service on one core with 512 MB, alone and while it saves as many pages as it can, and its memory.
 *
 * @param site host and port of the pages
 * @param entries number of pages that it has saved before
 * @throws Error without the right to create control groups
 */
export async function measureInSmallBox(start: StartPeer, site: string, entries: number): Promise<void> {
  const group = await limitedGroup(LIMITS)
  const peer = await start(group.prefix)
  const pool = new Pool(peer.client.base.origin, { connections: 64 })
  const memory = watchMemory(peer.pid, MAX_MEMORY)
  try {
    await savePages(peer, site, entries)
    await read(peer, pool)
    print(`${peer.name} alone`, await read(peer, pool))
    let saved = 0
    const reading = new AbortController()
    const saving = (async () => {
      while (!reading.signal.aborted) saved += (await savePages(peer, site, 8)).length
    })()
    print(`${peer.name} while saving`, await read(peer, pool))
    reading.abort()
    await saving
    const [peak, kills] = [memory.takePeak(), await group.kills()]
    console.log(
      `${saved} pages saved meanwhile; anonymous memory at most ${peak.toFixed(0)} MB, ${kills} processes killed`,
    )
  } finally {
    await pool.close()
    await memory.stop()
    await peer.stop()
    await group.remove()
  }
}

/** @returns the response times in milliseconds */
function read(peer: Peer, pool: Pool): Promise<number[]> {
  const requests = [peer.webList, peer.list, peer.webList, peer.search].map(({ path, headers }): Arrival => ({
    method: 'GET',
    path,
    headers: { ...headers },
  }))
  let sent = 0
  const next = (): Arrival => requests[sent++ % requests.length]!
  return sendPoissonRequests({ pool, rate: RATE, seconds: SECONDS, next, statuses: [200] })
}

function print(phase: string, times: readonly number[]): void {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(0)
  console.log(`${phase}: p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms of ${sorted.length} requests`)
}
