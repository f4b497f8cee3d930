import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
/** Files that `npm ci` reads before it installs anything, and those of the script that it runs at the end. */
const READ_BY_NPM = ['package.json', 'package-lock.json', '.npmrc', 'packages/extractor/package.json', 'packaging']

test('the oldest supported npm accepts the lock file, and prints no warnings', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'install-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const path of READ_BY_NPM) cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  // npm sets these variables for scripts, and they would affect the npm that this test starts.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  const install = ['exec', '--yes', '--prefer-offline', '--package=npm@10.9.9', '--', 'npm', 'ci', '--dry-run']
  const { status, stderr } = spawnSync('npm', install, { cwd: folder, encoding: 'utf8', env })
  if (/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT/.test(stderr)) return t.skip('the npm registry cannot be reached')
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
})
