import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '../side-by-side/start-side.ts'
import { HttpClient } from '../side-by-side/http-client.ts'
import { LANES, type Peer } from './peer.ts'

/**
 * Starts this checkout.
 *
 * @param site host and port of the pages that it may fetch
 * @param postgres address of an empty PostgreSQL database; absent for SQLite
 */
export async function startDogear(site: string, prefix: readonly string[], postgres?: string): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-peer-'))
  const server = await serve(
    {
      checkout: fileURLToPath(new URL('../..', import.meta.url)),
      folder,
      databaseUrl: postgres ?? `sqlite:${join(folder, 'dogear.db')}`,
      site,
      prefix,
    },
    { username: 'reader', prepare: ['user', 'add', 'reader', '--admin', '--password-stdin'] },
  )
  const { api: headers, browser } = server
  const client = new HttpClient(server.client.base.href, LANES)
  return {
    name: postgres === undefined ? 'Dogear' : 'on PostgreSQL',
    pid: server.pid,
    client,
    list: { path: '/api/entries.json?perPage=30&detail=metadata', headers },
    search: { path: '/api/entries.json?q=tide&perPage=30&detail=metadata', headers },
    webList: { path: '/unread/list', headers: browser },
    save: async (url) => {
      const body = JSON.stringify({ url })
      const answer = await client.expect(200, {
        method: 'POST',
        path: '/api/entries.json',
        headers: { ...headers, 'accept-encoding': 'identity' },
        body,
      })
      const { id, content } = JSON.parse(answer.body.toString()) as { readonly id: number; readonly content: string }
      if (!content.includes('Paragraph')) throw new Error(`${url} was saved without its text`)
      return String(id)
    },
    change: (id, isSet) => ({
      method: 'PATCH',
      path: `/api/entries/${id}.json?detail=metadata`,
      headers,
      body: JSON.stringify({ starred: isSet ? 1 : 0 }),
    }),
    stop: async () => {
      client.close()
      await server.stop()
    },
  }
}
