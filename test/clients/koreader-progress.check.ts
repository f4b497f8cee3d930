/**
 * The progress sync of KOReader is run against a server. `npm run test:clients`. The test is skipped without luajit, lua-socket and
 * lua-json of Debian (`apt-get install luajit lua-socket lua-json`), or without `KOREADER`, the folder of a checkout of
 * koreader/koreader with its submodule `base`. It was run with fc88887 and base ab4cb58.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { koreaderFileNames } from '../../src/exports/editions/koreader-file-names.ts'
import { partialMd5 } from '../../src/exports/editions/partial-md5.ts'
import { download, md5, userWithDevices } from '../kosync/device.fixture.ts'
import { testApp } from '../support/app.ts'
import { hiddenField, signedIn } from '../web/inject-browser.fixture.ts'

const FOLDER = process.env['KOREADER'] ?? ''
const PROGRAM = fileURLToPath(new URL('kosync/koreader-progress.lua', import.meta.url))
const NEEDED = ['plugins/kosync.koplugin/KOSyncClient.lua', 'frontend/util.lua', 'base/ffi/sha2.lua']

const hasLua = await new Promise<boolean>((resolve) => {
  execFile('luajit', ['-e', 'require("socket.http") require("json")'], (error) => resolve(error === null))
})
const skip = !hasLua
  ? 'needs luajit, lua-socket and lua-json'
  : NEEDED.every((file) => existsSync(join(FOLDER, file)))
    ? false
    : 'needs KOREADER, the folder of a checkout of koreader/koreader with its submodule base'

/** Runs commands of kosync/koreader-progress.lua. @returns a line for each result */
function koreader(login: readonly string[], commands: readonly string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = execFile('luajit', [PROGRAM, FOLDER, ...login], (error, stdout) =>
      error ? reject(error) : resolve(stdout.trimEnd().split('\n')),
    )
    child.stdin!.end(`${commands.join('\n')}\n`)
  })
}

const TITLES = [
  'On tides',
  'What? "Yes": a/b \\ c',
  'The end.',
  'Wait...',
  'a <b>bold</b> &amp; title ',
  'x.y/z',
  '漢'.repeat(100),
]

test(
  'KOReader signs in, and exchanges positions with the web app by the hash that it computes',
  { skip },
  async (t) => {
    const app = await testApp(t, 'sqlite')
    const { user, key, phone } = await userWithDevices(app)
    const content = '<p>One</p><p>Two</p><ul><li>Three</li></ul>'
    const { id } = await app.save(user, 'https://e.org/1', { title: 'On tides', content })
    const { epub, document } = await download(app, user, id)
    const folder = await mkdtemp(join(tmpdir(), 'dogear-koreader-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'a.epub')
    await writeFile(file, epub)
    const address = await app.app.listen({ port: 0, host: '127.0.0.1' })
    for (const server of [`${address}/kosync`, `${address}/kosync/`]) {
      const shown = await koreader([server, user.username, key], ['auth', `hash ${file}`, `pull ${md5(server)}`])
      assert.deepEqual(shown, [
        'auth true OK',
        'wrong false Unauthorized',
        'register false User registration is disabled.',
        `hash ${document}`,
        'pull true nil nil nil nil',
      ])
    }
    const login = [`${address}/kosync`, user.username, key]
    const xpointer = '/body[1]/DocFragment[3]/body[1]/p[2]/text()[1].1'
    assert.deepEqual(await koreader(login, [`push ${document} ${xpointer} 0.5`]), ['push true 200 true'])
    assert.equal((await phone.received(document)).progress, xpointer)
    app.clock.advance(60)
    await phone.push(document, '/body/DocFragment[3]/body/ul/li/text().0', 0.75)
    const pulled = 'pull true /body/DocFragment[3]/body/ul/li/text().0 0.75 phone number'
    assert.deepEqual(await koreader(login, [`pull ${document}`]), [pulled])
    const converted = md5('converted')
    await koreader(login, [`push ${converted} ${xpointer} 0.5 [w-id_${id}] x.epub`])
    assert.equal((await phone.received(document)).device, 'Kobo_libra', 'found by the metadata')
  },
)

test('KOReader opens the paragraph of the web app, and the web app that of KOReader', { skip }, async (t) => {
  const app = await testApp(t, 'sqlite')
  const { user, key } = await userWithDevices(app)
  const { id } = await app.save(user, 'https://e.org/1', { title: 'T', content: '<p>a</p>'.repeat(9) })
  const { document } = await download(app, user, id)
  const login = [`${await app.app.listen({ port: 0, host: '127.0.0.1' })}/kosync`, user.username, key]
  const [start, middle] = ['/body/DocFragment[1]/body/nav/h1/text().0', '/body/DocFragment[3]/body/p[5]/text().0']
  assert.deepEqual(await koreader(login, [`open ${document} ${start} 0.1`]), ['opened'], 'no position yet')
  await koreader(login, [`close ${document} ${middle} 0.6`])
  const browser = await signedIn(app, user)
  assert.match((await browser.get(`/view/${id}`)).body, /data-reader-progress-block-value="4"/)
  assert.deepEqual(await koreader(login, [`open ${document} ${start} 0.1`]), ['opened'], 'the position is its own')
  const token = hiddenField((await browser.get('/config')).body, 'config[_token]')
  app.clock.advance(60)
  await browser.post(`/view/${id}/progress`, { token, block: '7', share: '0.8' })
  const moved = 'event GotoXPointer /body/DocFragment[3]/body/p[8].0'
  assert.deepEqual(await koreader(login, [`open ${document} ${middle} 0.6`]), [moved, 'opened'])
})

test('KOReader computes the same hashes and the same file names', { skip }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-koreader-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const sizes = [0, 1, 1023, 1024, 1025, 4095, 4096, 4097, 5121, 17_408, 70_000, 1_048_576, 5_000_000]
  const files = sizes.map((size) => Buffer.alloc(size, `${size} bytes of a file `))
  const paths = await Promise.all(
    files.map(async (bytes, index) => {
      const path = join(folder, String(index))
      await writeFile(path, bytes)
      return path
    }),
  )
  const login = ['http://127.0.0.1:1', 'nobody', 'nothing']
  const hashes = await koreader(
    login,
    paths.map((path) => `hash ${path}`),
  )
  assert.deepEqual(
    hashes,
    files.map((bytes) => `hash ${partialMd5(bytes)}`),
  )
  for (const title of TITLES) {
    const commands = ['strict', 'loose'].map((kind) => `name ${kind} ${JSON.stringify(title)}`)
    const names = (await koreader(login, commands)).map((line) => `[w-id_7] ${line.slice('name '.length)}.epub`)
    assert.deepEqual([...koreaderFileNames(7 as never, title)], [...new Set(names)], title)
  }
})
