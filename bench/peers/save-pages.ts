import { LANES, type Peer } from './peer.ts'

let saved = 0

/**
 * Saves pages that no service has saved yet, several at a time.
 *
 * @param site host and port of the pages
 * @returns the ids of the entries
 */
export async function savePages(peer: Peer, site: string, count: number): Promise<string[]> {
  const ids: string[] = []
  let left = count
  const lane = async (): Promise<void> => {
    while (left-- > 0) ids.push(await peer.save(`http://${site}/page-${saved++}`))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return ids
}
