import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

/** Starts a worker thread with the environment, and prints the variables that the thread sees. */
const PROGRAM = `
import { Worker } from 'node:worker_threads'
import { threadEnvironment } from ${JSON.stringify(new URL('thread-environment.ts', import.meta.url).href)}
const code = \`import { parentPort } from 'node:worker_threads'
import { getCompileCacheDir } from 'node:module'
parentPort.postMessage({ cache: getCompileCacheDir(), names: Object.keys(process.env) })\`
new Worker(code, { eval: true, env: threadEnvironment() }).on('message', (seen) => console.log(JSON.stringify(seen)))
`

interface Seen {
  readonly cache?: string
  readonly names: readonly string[]
}

test('a thread sees no variable of its process but the compile cache', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-thread-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const seen = run({ NODE_COMPILE_CACHE: folder, DOGEAR_SECRET: 'hidden' })
  assert.deepEqual(seen.names, ['NODE_COMPILE_CACHE'])
  const [ofThisNode] = await readdir(folder)
  assert.equal(seen.cache, join(folder, ofThisNode!))
  assert.deepEqual(run({ DOGEAR_SECRET: 'hidden' }), { names: [] })
})

function run(env: Readonly<Record<string, string>>): Seen {
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], { env, encoding: 'utf8' })
  assert.equal(child.status, 0, child.stderr)
  return JSON.parse(child.stdout) as Seen
}
