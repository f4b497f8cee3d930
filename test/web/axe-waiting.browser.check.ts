import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { rawSql } from '../../src/db/raw-sql.ts'
import { look, type Screen } from './axe.fixture.ts'
import { openPage, openStage, signIn, type Stage } from './service-and-browser.fixture.ts'
import { signedIn } from './inject-browser.fixture.ts'
import { setUp } from './second-factor.fixture.ts'

const NOW = '2026-01-12T08:30:00.000Z'
const COLUMNS =
  'id, user_id, format, file_name, size, options, state, failure, bytes_read, imported, skipped, failed, created_at, changed_at'
const LONG_NAME = `${'everything-i-have-ever-saved-'.repeat(4)}.html`

/** Adds imports in every state. No job processes them. */
async function imports({ app }: Stage): Promise<void> {
  const options = JSON.stringify({ isAllRead: false, isFetching: true, tags: [] })
  const rows = [
    [1, 'pocket', LONG_NAME, 'running', null, 400, 1200, 30, 2],
    [2, 'auto', 'export.json', 'waiting', null, 0, 0, 0, 0],
    [3, 'instapaper', 'export.csv', 'failed', 'The file ends in the middle of a row.', 900, 12, 0, 3],
    [4, 'pinboard', 'export.json', 'done', null, 1000, 998, 0, 2],
  ] as const
  await app.database.transaction(async (tx) => {
    for (const [id, format, name, state, failure, read, imported, skipped, failed] of rows) {
      const values = [id, app.alice.id, format, name, 1000, options, state, failure]
      const all = [...values, read, imported, skipped, failed, NOW, NOW]
      await rawSql(tx, `insert into import (${COLUMNS}) values (${all.map((_, at) => `?${at + 1}`).join(', ')})`, all)
      const error = [app.alice.id, id, 7, 'This is no address: “nonsense”']
      await rawSql(
        tx,
        'insert into import_error (user_id, import_id, row_number, reason) values (?1, ?2, ?3, ?4)',
        error,
      )
    }
  })
}

/** Stops the page from reloading itself during the check. */
const holdStill = (page: Page): Promise<unknown> =>
  page.evaluate(
    "document.querySelectorAll('[data-controller=auto-refresh]').forEach((one) => delete one.dataset.controller)",
  )

const IMPORTS: readonly Screen[] = [
  { name: 'an import that is running', path: '/import/job/1', act: holdStill, isEveryTheme: true },
  { name: 'an import that waits', path: '/import/job/2', act: holdStill, isEveryTheme: true },
  { name: 'an import that failed', path: '/import/job/3', isEveryTheme: true },
  { name: 'an import that is done', path: '/import/job/4', isEveryTheme: true },
  { name: 'all imports', path: '/import/', isEveryTheme: true },
]

test('axe finds no problem on running imports, in any theme', async (t) => {
  const stage = await openStage(t)
  await stage.app.services.jobs.runner.stop(0)
  await imports(stage)
  const page = await signIn(stage)
  for (const screen of IMPORTS) await look(t, stage, page, screen)
})

test('axe finds no problem on both steps of signing in, in any theme', async (t) => {
  const stage = await openStage(t)
  const { alice } = stage.app
  await setUp(stage.app, await signedIn(stage.app, alice), alice)
  const page = await openPage(stage)
  const fail = async (): Promise<void> => {
    await page.fill('[name=_username]', alice.username)
    await page.fill('[name=_password]', 'wrong')
    await Promise.all([page.waitForNavigation(), page.click('main .button')])
  }
  await look(t, stage, page, { name: 'signing in', path: '/login', isEveryTheme: true })
  await look(t, stage, page, { name: 'a wrong password', path: '/login', act: fail, isEveryTheme: true })
  await page.goto(`${stage.base}/login`)
  await page.fill('[name=_username]', alice.username)
  await page.fill('[name=_password]', alice.password)
  await Promise.all([page.waitForURL(/\/2fa$/), page.click('main .button')])
  await look(t, stage, page, { name: 'the code is asked for', path: '/2fa', isEveryTheme: true })
  const act = async (): Promise<void> => {
    await page.fill('[name=_auth_code]', '000000')
    await page.click('main .button')
    await page.waitForSelector('#auth_code-error')
  }
  await look(t, stage, page, { name: 'a code was wrong', path: '/2fa', act, isEveryTheme: true })
})
