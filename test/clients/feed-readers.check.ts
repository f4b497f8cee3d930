/**
 * Feed readers and libraries that are not ours read a library. `npm run test:clients`. A test is skipped if its program is
 * missing: newsboat 2.21 and luajit of Debian (`apt-get install newsboat luajit`), or Python 3 with access to PyPI.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { createAppPassword } from '../../src/users/passwords/app-password.ts'
import { KOREADER_FILE, NEWSBOAT_FILE } from '../../src/web/connect/config-file.ts'
import { testApp } from '../support/app.ts'

const run = promisify(execFile)

const isInstalled = async (program: string, option: string): Promise<boolean> =>
  run(program, [option]).then(
    () => true,
    () => false,
  )

const NO_NEWSBOAT = (await isInstalled('newsboat', '-v')) ? false : 'needs newsboat'
const NO_LUA = (await isInstalled('luajit', '-v')) ? false : 'needs luajit'
const NO_PYTHON = (await isInstalled('python3', '-V')) ? false : 'needs python3'

/** Starts a server with five pages, of which one is archived and one is starred, and a collection with two of them. */
async function library(t: TestContext) {
  const app = await testApp(t, 'sqlite')
  const { alice } = app
  const key = await createAppPassword(app.services, alice.id, { name: 'reader' })
  for (let number = 1; number <= 5; number++) {
    await app.save(alice, `https://site${number % 2}.example/${number}`, {
      title: `Page ${number}`,
      content: `<p>Text of page ${number}</p>`,
      archive: number === 1 ? 1 : 0,
      starred: number === 2 ? 1 : 0,
      tags: number > 3 ? 'tea' : '',
    })
  }
  await app.ask(alice, { method: 'POST', url: '/api/collections', payload: { name: 'Tea', query: '#tea' } })
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const folder = await mkdtemp(join(tmpdir(), 'dogear-clients-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const unread = async () => {
    const { total } = (await app.ask(alice, { url: '/api/entries?archive=0' })).json<{ total: number }>()
    return total
  }
  return { name: alice.username, key, url, folder, unread }
}

for (const source of ['feedhq', 'miniflux'] as const) {
  test(`newsboat lists the unread pages with its source ${source}`, { skip: NO_NEWSBOAT }, async (t) => {
    const { name, key, url, folder } = await library(t)
    const values = { username: name, key, clientId: '', clientSecret: '' }
    const shown = NEWSBOAT_FILE.text({ ...values, address: `${url}/miniflux` })
    const settings = source === 'miniflux' ? shown : shown.replace('/miniflux"', '"').replaceAll('miniflux', source)
    await writeFile(join(folder, 'config'), `${settings}\n`)
    await writeFile(join(folder, 'urls'), '')
    const files = ['-C', join(folder, 'config'), '-u', join(folder, 'urls'), '-c', join(folder, 'cache.db')]
    const env = { ...process.env, HOME: folder }
    await run('newsboat', [...files, '-x', 'reload'], { env })
    const { stdout } = await run('newsboat', [...files, '-x', 'print-unread'], { env })
    assert.match(stdout, /^4 unread articles/)
  })
}

test('Lua reads the file with the settings of KOReader', { skip: NO_LUA }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-clients-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'wallabag.lua')
  const values = {
    address: 'https://a.example',
    username: 'al"i\\ce',
    key: '1-key',
    clientId: '2_id',
    clientSecret: 's',
  }
  await writeFile(path, KOREADER_FILE.text(values))
  const { stdout } = await run('luajit', [
    '-e',
    `for k, v in pairs(dofile("${path}").wallabag) do print(k .. "=" .. v) end`,
  ])
  const lines = [
    'client_id=2_id',
    'client_secret=s',
    'password=1-key',
    'server_url=https://a.example',
    'username=al"i\\ce',
  ]
  assert.deepEqual(stdout.trim().split('\n').toSorted(), lines)
})

const PYTHON = `
import sys
import miniflux
from freshrss_api import FreshRSSAPI

url, name, key = sys.argv[1:]
fever = FreshRSSAPI(host=url, username=name, password=key)
print("fever", len(fever.get_feeds()["feeds"]), sorted(item.title for item in fever.get_unreads()), len(fever.get_saved()))
fever.set_mark("read", fever.get_unreads()[0].id)
for client in (miniflux.Client(url + "/miniflux", api_key=key), miniflux.Client(url + "/miniflux", name, key)):
    entries = client.get_entries(status=["unread"], order="id", direction="desc", limit=1)
    print("miniflux", client.me()["username"], len(client.get_feeds()), entries["total"], entries["entries"][0]["title"])
    client.update_entries([entries["entries"][0]["id"]], "read")
`

test(
  'the Python libraries freshrss_api and miniflux read a library and archive pages',
  { skip: NO_PYTHON },
  async (t) => {
    const { name, key, url, folder, unread } = await library(t)
    await run('python3', ['-m', 'venv', join(folder, 'env')])
    const python = join(folder, 'env', 'bin', 'python')
    // freshrss_api imports loguru, and does not install it.
    const packages = ['freshrss_api==2.0.5', 'loguru==0.7.3', 'miniflux==1.1.6']
    await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages])
    const { stdout } = await run(python, ['-c', PYTHON, url, name, key])
    assert.deepEqual(stdout.trim().split('\n'), [
      "fever 2 ['Page 2', 'Page 3', 'Page 4', 'Page 5'] 1",
      `miniflux ${name} 3 3 Page 5`,
      `miniflux ${name} 3 2 Page 4`,
    ])
    assert.equal(await unread(), 1)
  },
)
