import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkReporter } from './check-reporter.ts'
import { ok } from './finding.ts'
import { runCheck } from './run-check.ts'

test('a report waits only so long, names what is still running, and repeats nothing within a minute', async () => {
  let now = 0
  const runs = { mail: 0, version: 0 }
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const report = checkReporter(
    [
      {
        name: 'version',
        run: async () => {
          runs.version += 1
          return [ok('version', 'Dogear')]
        },
      },
      {
        name: 'mail',
        run: async () => {
          runs.mail += 1
          await held
          return [ok('mail', 'answers')]
        },
      },
    ],
    { now: () => new Date(now) },
  )
  const [first, second] = await Promise.all([report(5), report(5)])
  for (const { findings, pending } of [first, second]) {
    assert.deepEqual([findings.map(({ name }) => name), pending], [['version'], ['mail']])
  }
  now = 59_999
  release()
  const third = await report(1000)
  assert.deepEqual([third.findings.length, third.pending, third.checkedAt.getTime()], [2, [], 0])
  assert.deepEqual(runs, { mail: 1, version: 1 })
  now = 60_000
  assert.equal((await report(1000)).checkedAt.getTime(), 60_000)
  assert.deepEqual(runs, { mail: 2, version: 2 })
})

test('a check that never ends and one that fails unexpectedly are problems', async () => {
  const { promise: never } = Promise.withResolvers<never>()
  const endless = await runCheck({ name: 'mail', run: () => never }, 5)
  assert.deepEqual(endless, [{ name: 'mail', state: 'problem', text: 'could not be checked within 0.005 seconds' }])
  const broken = await runCheck({ name: 'mail', run: () => Promise.reject(new Error('no such file')) })
  assert.deepEqual(broken, [{ name: 'mail', state: 'problem', text: 'no such file' }])
})
