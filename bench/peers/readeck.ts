import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { HttpClient } from '../side-by-side/http-client.ts'
import { cookiesOf, FORM, LANES, PASSWORD, run, startServer, type Peer } from './peer.ts'

const POLL_MS = 20
/** Value of `state` of a bookmark that is still being fetched (Readeck 0.22, `internal/bookmarks/models.go`). */
const LOADING = 2

/** @param program path of Readeck's executable */
export async function startReadeck(program: string, prefix: readonly string[]): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-peer-readeck-'))
  const port = await freePort()
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'config.toml'), configuration(folder, port))
  const config = ['-config', 'config.toml']
  await run({ program, args: ['user', ...config, '-u', 'reader', '-email', 'r@example.org', '-p', PASSWORD], folder })
  const base = `http://127.0.0.1:${port}`
  const server = await startServer({ program, args: ['serve', ...config], folder }, `${base}/login`, prefix)
  const client = new HttpClient(base, LANES)
  const body = new URLSearchParams({ username: 'reader', password: PASSWORD }).toString()
  const signIn = { method: 'POST', path: '/login', headers: { ...FORM, origin: base }, body } as const
  const cookie = cookiesOf((await client.expect(303, signIn)).headers)
  const plain = { cookie, origin: base, 'content-type': 'application/json' }
  const headers = { ...plain, 'accept-encoding': 'gzip' }
  return {
    ...server,
    name: 'Readeck',
    client,
    list: { path: '/api/bookmarks?limit=30', headers },
    search: { path: '/api/bookmarks?search=tide&limit=30', headers },
    webList: { path: '/bookmarks/unread', headers: { cookie, accept: 'text/html', 'accept-encoding': 'gzip' } },
    save: async (url) => {
      const question = {
        method: 'POST',
        path: '/api/bookmarks',
        headers: plain,
        body: JSON.stringify({ url }),
      } as const
      const id = String((await client.expect(202, question)).headers['bookmark-id'])
      for (;;) {
        const answer = await client.expect(200, { path: `/api/bookmarks/${id}`, headers: plain })
        const bookmark = JSON.parse(answer.body.toString()) as { readonly state: number; readonly has_article: boolean }
        if (bookmark.state !== LOADING) {
          if (!bookmark.has_article) throw new Error(`${url} was saved without its text`)
          return id
        }
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      }
    },
    change: (id, isSet) => ({
      method: 'PATCH',
      path: `/api/bookmarks/${id}`,
      headers,
      body: JSON.stringify({ is_marked: isSet }),
    }),
    stop: async () => {
      client.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** @returns settings under which pages on this machine may be fetched: some other network is denied */
function configuration(folder: string, port: number): string {
  return `[main]
log_level = "error"
secret_key = "${'benchmark'.repeat(4)}"
data_directory = "${folder}/data"
[server]
host = "127.0.0.1"
port = ${port}
[extractor]
denied_ips = ["10.255.255.0/24"]
[database]
source = "sqlite3:${folder}/data/db.sqlite3"
`
}
