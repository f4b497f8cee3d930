import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { freePort } from '../free-port.ts'
import { HttpClient, type Question } from '../side-by-side/http-client.ts'
import { cookiesOf, FORM, LANES, PASSWORD, startServer, type Peer } from './peer.ts'

const FEED =
  '<rss version="2.0"><channel><title>Tides</title><link>http://a.example/</link><description>Tides</description>' +
  '<item><title>Tides</title><link>http://a.example/tides</link></item></channel></rss>'

/**
 * Starts Miniflux with one feed. A page is saved as an entry of it whose text Miniflux then fetches and extracts. Its lists
 * always contain the texts.
 *
 * @param program the built program
 * @param databaseUrl address of an empty PostgreSQL database
 */
export async function startMiniflux(program: string, databaseUrl: string, prefix: readonly string[]): Promise<Peer> {
  const port = await freePort()
  const environment = {
    DATABASE_URL: `${databaseUrl}?sslmode=disable`,
    RUN_MIGRATIONS: '1',
    CREATE_ADMIN: '1',
    ADMIN_USERNAME: 'reader',
    ADMIN_PASSWORD: PASSWORD,
    LISTEN_ADDR: `127.0.0.1:${port}`,
    DISABLE_SCHEDULER_SERVICE: '1',
    FETCHER_ALLOW_PRIVATE_NETWORKS: '1',
  }
  const base = `http://127.0.0.1:${port}`
  const server = await startServer({ program, args: [], folder: tmpdir(), environment }, `${base}/healthcheck`, prefix)
  const client = new HttpClient(base, LANES)
  const basic = `Basic ${Buffer.from(`reader:${PASSWORD}`).toString('base64')}`
  const plain = { authorization: basic, 'content-type': 'application/json' }
  const headers = { ...plain, 'accept-encoding': 'gzip' }
  const feed = await subscribe(client, plain)
  const cookie = await signIn(client)
  return {
    ...server,
    name: 'Miniflux',
    client,
    list: { path: '/v1/entries?limit=30&order=created_at&direction=desc', headers },
    search: { path: '/v1/entries?limit=30&search=tide', headers },
    webList: { path: '/unread', headers: { cookie, accept: 'text/html', 'accept-encoding': 'gzip' } },
    save: async (url) => {
      const body = JSON.stringify({ url, status: 'unread' })
      const path = `/v1/feeds/${feed}/entries/import`
      const id = idIn(await client.expect(201, { method: 'POST', path, headers: plain, body }))
      const fetched = `/v1/entries/${id}/fetch-content?update_content=true`
      const answer = await client.expect(200, { path: fetched, headers: plain })
      if (!answer.body.includes('Paragraph')) throw new Error(`${url} was saved without its text`)
      return String(id)
    },
    change: (id) => ({ method: 'PUT', path: `/v1/entries/${id}/bookmark`, headers }),
    stop: async () => {
      client.close()
      await server.stop()
    },
  }
}

function idIn({ body }: { readonly body: Buffer }): number {
  return (JSON.parse(body.toString()) as { readonly id: number }).id
}

/** Adds a feed from a server that then ends. @returns its id */
async function subscribe(client: HttpClient, headers: Question['headers']): Promise<number> {
  const site = createServer((_request, response) => response.end(FEED))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  try {
    const feedUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/feed`
    const body = JSON.stringify({ feed_url: feedUrl })
    const answer = await client.expect(201, { method: 'POST', path: '/v1/feeds', ...(headers && { headers }), body })
    return (JSON.parse(answer.body.toString()) as { readonly feed_id: number }).feed_id
  } finally {
    site.closeAllConnections()
    site.close()
  }
}

async function signIn(client: HttpClient): Promise<string> {
  const page = await client.expect(200, { path: '/' })
  const token = /name="csrf" value="([^"]+)"/.exec(page.body.toString())?.[1] ?? ''
  const body = new URLSearchParams({ username: 'reader', password: PASSWORD, csrf: token }).toString()
  const headers = { ...FORM, cookie: cookiesOf(page.headers) }
  const answer = await client.expect(302, { method: 'POST', path: '/login', headers, body })
  return cookiesOf(answer.headers) || headers.cookie
}
