import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { freePort } from '../support/ports.ts'
import { runInstalled, type InstalledDogear } from './installed-dogear.ts'
import { findAgain, saveAndStop, type SavedEntry } from './save-and-read-again.ts'

/**
 * Builds the archive in two versions and runs it like a user. This takes some minutes, so it is not part of `npm test`.
 */

const ROOT = join(import.meta.dirname, '../..')
/** Maximum size of the packed archive in bytes. */
const LARGEST_ARCHIVE = 120_000_000
const NEXT_VERSION = '999.0.0'

/** An environment without the system's Node and without the variables of this test. */
const BARE_ENVIRONMENT = { PATH: '/usr/bin:/bin', DOGEAR_FETCH_ALLOW: '127.0.0.1' }

/** @returns the path of the archive that is built from the checked-out commit of a clone */
function build(clone: string): string {
  return execFileSync(process.execPath, ['scripts/package.ts'], { cwd: clone, encoding: 'utf8' }).trim()
}

/** @returns the path of an archive built from a commit with a later version number */
function buildNext(folder: string): string {
  const clone = join(folder, 'clone')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
  git('clone', '--shared', ROOT, clone)
  const path = join(clone, 'package.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"version": "[^"]+"/, `"version": "${NEXT_VERSION}"`))
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.org']
  git('-C', clone, ...author, 'commit', '--all', '--message', 'Raise the version')
  return build(clone)
}

function unpack(archive: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xf', archive, '-C', folder, '--strip-components=1'])
}

function installedIn(folder: string, port: number): InstalledDogear {
  return { launcher: [join(folder, 'dogear')], environment: { ...BARE_ENVIRONMENT, PORT: String(port) } }
}

async function versionOf(dogear: InstalledDogear): Promise<string> {
  return (await runInstalled(dogear, ['--version'])).stdout.trim()
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'dogear-archive-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

suite('the archive', () => {
  test('unpacks, serves, stops, and is upgraded in place and beside it with its data', async (t) => {
    const folder = temporaryFolder(t)
    const port = await freePort()
    const base = `http://127.0.0.1:${port}`
    const [here, beside] = [join(folder, 'here'), join(folder, 'beside')]
    let saved: SavedEntry | undefined

    await t.test('it is small, complete and names its commit', () => {
      const archive = build(ROOT)
      assert.ok(statSync(archive).size <= LARGEST_ARCHIVE, `${statSync(archive).size} bytes`)
      unpack(archive, here)
      const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
      assert.equal(readFileSync(join(here, 'COMMIT'), 'utf8'), `${commit}\n`)
      for (const path of [
        'node_modules/typescript',
        'node_modules/playwright-core',
        'src/db/database.test.ts',
        'test',
      ]) {
        assert.ok(!existsSync(join(here, path)), path)
      }
      for (const path of ['LICENSE', 'node_modules/node/LICENSE', 'packaging/dogear.service', 'docs/upgrade.md']) {
        assert.ok(existsSync(join(here, path)), path)
      }
    })

    await t.test('it does the main job on its own Node', async () => {
      saved = await saveAndStop(t, installedIn(here, port), base)
      assert.ok(existsSync(join(here, 'data/dogear.db')), 'the data lies beside the program')
      const bundles = readdirSync(join(here, 'built/server'))
      const isCompiled = (name: string) => existsSync(join(here, 'built/server', name, 'compiled'))
      assert.ok(bundles.some(isCompiled), 'it runs the bundle')
      for (const name of bundles) {
        assert.equal(statSync(join(here, 'built/server', name)).mode & 0o044, 0o044, 'every user may read it')
      }
    })

    await t.test('a later archive unpacked over it finds the data', async () => {
      const archive = buildNext(folder)
      unpack(archive, here)
      unpack(archive, beside)
      assert.equal(await versionOf(installedIn(here, port)), NEXT_VERSION)
      await findAgain(t, installedIn(here, port), base, saved!)
    })

    await t.test('one unpacked beside it finds the data that is moved there', async () => {
      renameSync(join(here, 'data'), join(beside, 'data'))
      await findAgain(t, installedIn(beside, port), base, saved!)
    })
  })
})
