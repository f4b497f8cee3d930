import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, grantToken, save } from '../crash/api-client.ts'
import { freePort } from '../support/ports.ts'
import { startPostgres } from '../support/postgres.ts'
import { answering, articlePage, NEWS, startSite } from '../support/site.ts'
import { buildImage, findMissingTools, inContainer, makeVolume, runShell } from './container-image.ts'
import { makeInstalledAccount, startInstalled } from './installed-dogear.ts'
import { findAgain, saveAndStop } from './save-and-read-again.ts'

/** Builds the image and runs it as a container engine does. Needs root and Debian, so it is not part of `npm test`. */

/** Maximum uncompressed size of the image, in bytes. */
const LARGEST_IMAGE = 450_000_000

const missing = findMissingTools()
if (missing !== undefined) {
  console.error(missing)
  process.exit(1)
}

test('the image does the main job on a read-only root, as a user without privileges', async (t) => {
  const image = buildImage(t)
  const volume = makeVolume(t, image)

  await t.test('it is small and says how it runs', () => {
    t.diagnostic(`${(image.size / 1_000_000).toFixed(0)} MB unpacked`)
    assert.ok(image.size <= LARGEST_IMAGE, `${image.size} bytes`)
    const { Cmd, Healthcheck, Volumes } = image.config
    assert.deepEqual(Cmd, ['serve'])
    assert.deepEqual(Healthcheck.Test, ['CMD', 'dogear', 'health'])
    assert.deepEqual(Object.keys(Volumes), ['/data'])
    assert.match(runShell(image, volume, 'cat /app/COMMIT'), /^[0-9a-f]{40}$/)
    assert.equal(runShell(image, volume, 'find /app /usr -name node -type f -size +10M | wc -l'), '1', 'one Node')
    const unneeded = 'find /app/src -name "*.test.ts"; find /app/node_modules -maxdepth 1 -name typescript'
    assert.equal(runShell(image, volume, unneeded), '')
  })

  await t.test('only the volume is writable', () => {
    assert.notEqual(runShell(image, volume, 'id -u'), '0')
    for (const folder of ['/app', '/tmp', '/etc']) {
      assert.match(runShell(image, volume, `touch ${folder}/x 2>&1 || true`), /Read-only file system/)
    }
    assert.equal(runShell(image, volume, 'touch /data/x && rm /data/x && echo written'), 'written')
  })

  await t.test('it saves, reads, stops as process 1, and finds the entry again', async () => {
    const port = await freePort()
    const dogear = inContainer(image, volume, { PORT: String(port), DOGEAR_FETCH_ALLOW: '127.0.0.1' })
    const base = `http://127.0.0.1:${port}`
    const saved = await saveAndStop(t, dogear, base)
    await findAgain(t, dogear, base, saved)
  })

  await t.test('a server and a worker share a PostgreSQL database and a volume', async () => {
    const postgres = await startPostgres()
    t.after(() => postgres.stop())
    const site = await startSite(t)
    site.page('/wall', answering(articlePage(NEWS)))
    const port = await freePort()
    const settings = { DATABASE_URL: postgres.url, PORT: String(port), DOGEAR_FETCH_ALLOW: '127.0.0.1' }
    const shared = makeVolume(t, image)
    const dogear = inContainer(image, shared, { ...settings, DOGEAR_RUN_JOBS: 'off' })
    const server = await startInstalled(t, dogear)
    const worker = await startInstalled(t, inContainer(image, shared, settings), 'worker')
    const base = `http://127.0.0.1:${port}`
    const token = await grantToken(base, await makeInstalledAccount(dogear))
    const saved = await save(base, token, `${site.url}/wall`)
    assert.ok(saved.kind === 'answered' && saved.body['title'] === NEWS.title, worker.output())
    assert.equal((await ask(base, token, { path: '/readyz' })).kind, 'answered')
    for (const running of [server, worker]) {
      const { code, ms } = await running.stop()
      assert.equal(code, 0, running.output())
      assert.ok(ms < 10_000, `it took ${ms} ms to stop`)
    }
  })
})
