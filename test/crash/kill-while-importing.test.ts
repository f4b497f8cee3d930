import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { DIALECTS } from '../support/database.ts'
import { makeAccount } from './api-client.ts'
import { startDogear } from './dogear-process.ts'
import { selectRows } from './entry-rows.ts'
import { LastInFirstOut, makeInstallation } from './installation.ts'
import { letLeasesRunOut } from './lost-processes.ts'
import { seededRandom } from './seeded-random.ts'
import { waitFor } from './wait-for.ts'
import { hiddenValue, signInto } from './web-client.ts'

/** Set `CRASH_SEED` to repeat a failed run. The kills then come at about the same moments. */
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000)
/** Number of rows of the file. Each kill must come before the step has ended. */
const ROWS = Number(process.env['CRASH_ROWS'] ?? 3000)
const TOKEN = 'upload_import_file[_token]'

/** Maximum number of milliseconds from the start of a step, or of the server, to a kill. */
const LONGEST = { check: 150, import: 700, undo: 300 } as const

const FILE = ['title,url,time_added,tags,status']
  .concat(
    Array.from(
      { length: ROWS },
      (_, row) => `Page ${row},https://nowhere.invalid/${row},1772357403,a${row % 7},unread`,
    ),
  )
  .join('\n')

interface State {
  readonly state: string
  readonly rows_done: number
  readonly imported: number
  readonly skipped: number
  readonly failed: number
  readonly total: number | null
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a check, an import and its undo survive SIGKILL at any moment`, async (t) => {
    const cleanUp = new LastInFirstOut(t)
    const random = seededRandom(SEED)
    const installation = await makeInstallation(cleanUp, dialect)
    const { base, environment, databaseUrl } = installation
    const moments: string[] = []
    const start = async () => {
      const server = startDogear(cleanUp, 'serve', environment)
      await server.ready
      return server
    }
    let server = await start()
    const killDuring = async (step: keyof typeof LONGEST) => {
      for (const ms of [random.between(0, LONGEST[step]), random.between(0, LONGEST[step])]) {
        await pause(ms)
        await server.kill('SIGKILL')
        await letLeasesRunOut(installation)
        moments.push(`${step} ${ms}`)
        server = await start()
      }
    }
    const stateOf = async () => (await selectRows<State>(databaseUrl, STATE))[0]!
    const numbers = async (sql: string) =>
      Object.values((await selectRows<Record<string, number>>(databaseUrl, sql))[0]!).map(Number)

    const { username, password } = await makeAccount(environment)
    const browser = await signInto(base, username, password)
    const uploadToken = hiddenValue(await browser.get('/import/'), TOKEN)
    const uploaded = await browser.post(
      '/import/',
      { [TOKEN]: uploadToken, 'upload_import_file[file]': new Blob([FILE]) },
      true,
    )
    assert.equal(uploaded.status, 303)
    const path = String(uploaded.headers.get('location'))
    await killDuring('check')
    await waitFor('the check', async () => (await stateOf()).state === 'ready')
    assert.equal(Number((await stateOf()).total), ROWS)

    const token = hiddenValue(await browser.get(path), 'token')
    const fields = { token, 'upload_import_file[fetch]': '0' }
    const starts = await Promise.all([0, 1].map(() => browser.post(`${path}/start`, fields)))
    assert.deepEqual(
      starts.map(({ status }) => status),
      [303, 303],
    )
    await killDuring('import')
    await waitFor('the import', async () => (await stateOf()).state === 'done')
    const { imported, skipped, failed, rows_done } = await stateOf()
    assert.deepEqual([imported, skipped, failed, rows_done].map(Number), [ROWS, 0, 0, ROWS])
    assert.deepEqual(await numbers('select count(*), count(distinct url) as u from entry'), [ROWS, ROWS])

    assert.equal((await browser.post(`${path}/undo`, { token })).status, 303)
    await killDuring('undo')
    await waitFor('the undo', async () => (await browser.get(path)).includes('This import was undone.'))
    assert.deepEqual(await numbers('select count(*) as c from entry'), [0])
    assert.deepEqual(await numbers('select count(*), count(distinct entry_id) as u from trashed_entry'), [ROWS, ROWS])
    assert.deepEqual(await numbers('select entries from user_action'), [ROWS])
    t.diagnostic(`seed ${SEED}; killed during ${moments.join(', ')} ms`)
  })
}

const STATE = 'select state, rows_done, imported, skipped, failed, total from import'
