import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { HttpClient } from '../side-by-side/http-client.ts'
import { cookiesOf, FORM, LANES, PASSWORD, run, startServer, type Peer } from './peer.ts'

const ENVIRONMENT = { DJANGO_SETTINGS_MODULE: 'bookmarks.settings.prod', LD_DISABLE_BACKGROUND_TASKS: 'True' }
const MAKE_TOKEN = `
from django.contrib.auth.models import User
from bookmarks.models import ApiToken
user = User.objects.create_superuser('reader', 'r@example.org', '${PASSWORD}')
print(ApiToken.objects.create(user=user, name='bench').key)
`

/**
 * @param checkout folder of linkding's source with its scripts and styles built
 * @param python path of a Python in whose environment linkding's packages are installed, uWSGI among them
 */
export async function startLinkding(checkout: string, python: string, prefix: readonly string[]): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-peer-linkding-'))
  const isWanted = (path: string): boolean => !/\/(?:node_modules|\.git|data)(?:\/|$)/.test(path.slice(checkout.length))
  await cp(checkout, folder, { recursive: true, filter: isWanted })
  for (const name of ['favicons', 'previews', 'assets']) await mkdir(join(folder, 'data', name), { recursive: true })
  const manage = (args: readonly string[], input = '') =>
    run({ program: python, args: ['manage.py', ...args], folder, environment: ENVIRONMENT }, input)
  for (const step of ['generate_secret_key', 'migrate', 'enable_wal']) await manage([step])
  const token = (await manage(['shell'], MAKE_TOKEN)).trim().split('\n').at(-1)!
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  // The settings of its container, apart from the user and the group (uwsgi.ini).
  const options = ['--module', 'bookmarks.wsgi:application', '--processes', '2', '--threads', '2', '--master']
  const program = join(python, '..', 'uwsgi')
  const args = ['--http', `127.0.0.1:${port}`, '--http-keepalive', ...options, '--die-on-term', '--disable-logging']
  const server = await startServer({ program, args, folder, environment: ENVIRONMENT }, `${base}/health`, prefix)
  const client = new HttpClient(base, LANES)
  const plain = { authorization: `Token ${token}`, 'content-type': 'application/json' }
  const headers = { ...plain, 'accept-encoding': 'gzip' }
  const cookie = await signIn(client)
  return {
    ...server,
    name: 'linkding',
    client,
    list: { path: '/api/bookmarks/?limit=30', headers },
    search: { path: '/api/bookmarks/?limit=30&q=tides', headers },
    webList: { path: '/bookmarks', headers: { cookie, accept: 'text/html', 'accept-encoding': 'gzip' } },
    save: async (url) => {
      const body = JSON.stringify({ url, unread: true })
      const answer = await client.expect(201, { method: 'POST', path: '/api/bookmarks/', headers: plain, body })
      return String((JSON.parse(answer.body.toString()) as { readonly id: number }).id)
    },
    change: (id, isSet) => ({
      method: 'PATCH',
      path: `/api/bookmarks/${id}/`,
      headers,
      body: JSON.stringify({ shared: isSet }),
    }),
    stop: async () => {
      client.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function signIn(client: HttpClient): Promise<string> {
  const page = await client.expect(200, { path: '/login/' })
  const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page.body.toString())?.[1] ?? ''
  const body = new URLSearchParams({ username: 'reader', password: PASSWORD, csrfmiddlewaretoken: token }).toString()
  const headers = { ...FORM, cookie: cookiesOf(page.headers), referer: `${client.base.origin}/login/` }
  return cookiesOf((await client.expect(302, { method: 'POST', path: '/login/', headers, body })).headers)
}
