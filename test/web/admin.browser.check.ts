import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { rawSql } from '../../src/db/raw-sql.ts'
import { axeFindings, loadAxe, openForAxe } from './axe.fixture.ts'
import { openPage, openStage, PHONE, untilText, type Stage } from './service-and-browser.fixture.ts'

test('the administration in a browser', async (t) => {
  const stage = await openStage(t, 'sqlite', { environment: { DOGEAR_RUN_JOBS: 'off' } })
  await makeTrouble(stage)
  const page = await asCarol(stage)
  await people(t, stage, page)
  await trouble(t, stage, page)
  await withoutScripts(t, stage)
  await shapes(t, stage, page)
  assert.deepEqual(stage.complaints, [])
})

async function asCarol(stage: Stage, options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  const page = await openPage(stage, options)
  await page.goto(`${stage.base}/login`)
  await page.fill('[name=_username]', stage.app.carol.username)
  await page.fill('[name=_password]', stage.app.carol.password)
  await Promise.all([page.waitForURL(`${stage.base}/`), page.click('main .button')])
  return page
}

/** Adds a site whose fetches fail, and a job that failed on its last attempt. */
async function makeTrouble({ app }: Stage): Promise<void> {
  await app.save(app.alice, 'https://example.org/one', { title: 'One', content: '<p>Words.</p>' })
  await app.services.jobs.runner.stop(0)
  await app.database.transaction(async (tx) => {
    await app.services.jobs.queue.enqueue(tx, 'account.delete', { userId: 1000 })
    await rawSql(tx, "update job set is_dead = 1, attempts = 5, last_error = 'no luck'", [])
    const failure = { fetch_state: 'failed', fetch_reason: 'http_error', fetch_failed_at: '2026-01-12T08:30:00.000Z' }
    await tx.updateTable('entry').set(failure).execute()
  })
}

async function people(t: TestContext, { base, app }: Stage, page: Page): Promise<void> {
  await t.test('the navigation links to it, and a user is added, disabled and enabled again', async () => {
    await page.click('.account-nav summary')
    await page.click('.account-nav a[href="/admin"]')
    await page.click('.settings-nav a[href="/admin/users"]')
    await page.click('main a[href="/admin/users/create"]')
    await page.fill('main [name=username]', 'dora')
    await page.fill('main [name=password]', 'short')
    await page.click('main .form .button')
    await page.waitForSelector('#password-error')
    assert.equal(await page.inputValue('main [name=username]'), 'dora')
    await page.fill('main [name=password]', 'dora: ink on paper')
    await page.click('main .form .button')
    await untilText(page, '.notice', 'Account created')
    await page.click('#access summary')
    await page.fill('#access [name=password]', app.carol.password)
    await page.click('#access button')
    await untilText(page, '.badges', 'Suspended')
    await page.click('#access button')
    await untilText(page, '#access summary', /Suspend/)
  })
  await t.test('a refused form is open, with the error beside its field', async () => {
    await page.click('#delete summary')
    await page.fill('#delete [name=password]', 'wrong')
    await page.click('#delete form button')
    await untilText(page, '#delete-password-error', 'Wrong password.')
    await page.fill('#delete [name=password]', app.carol.password)
    await page.click('#delete form button')
    await page.waitForURL(`${base}/admin/users`)
    await untilText(page, '.notice', /Account deleted/)
    assert.doesNotMatch(await page.innerText('main'), /dora/)
  })
  await t.test('registration is opened, and a visitor finds it from the sign-in page', async () => {
    await page.check('#registration-on')
    await page.click('#registration .button')
    await untilText(page, '.notice', 'Registration is open.')
  })
}

async function trouble(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('failed pages are fetched again, and dead jobs are retried', async () => {
    await page.goto(`${base}/admin/hosts`)
    await page.click('main .row form button')
    await untilText(page, '.notice', /Fetching 1 page again/)
    await page.click('.settings-nav a[href="/admin/jobs"]')
    await untilText(page, '.job-reason', 'no luck')
    await page.click('form[action="/admin/jobs/retry"] button')
    await untilText(page, '.notice', 'Retrying the job.')
    assert.equal(await page.locator('.job-reason').count(), 0)
    await page.click('.settings-nav a[href="/admin/storage"]')
    await page.click('.measured button')
    await untilText(page, '.notice', 'Storage recalculated')
  })
}

async function withoutScripts(t: TestContext, stage: Stage): Promise<void> {
  await t.test('a visitor creates an account without scripts, on a phone', async () => {
    const page = await openPage(stage, { javaScriptEnabled: false, viewport: PHONE })
    await page.goto(`${stage.base}/login`)
    await page.click('a[href="/register"]')
    await page.fill('[name=username]', 'eve')
    await page.fill('[name=email]', 'eve@example.org')
    await page.fill('[name=password]', 'eve: ink on paper')
    await Promise.all([page.waitForURL(`${stage.base}/`), page.click('main .button')])
    await untilText(page, 'h1', 'Unread')
    await page.context().close()
  })
  await t.test('and an administrator looks after them without scripts', async () => {
    const page = await asCarol(stage, { javaScriptEnabled: false })
    await page.goto(`${stage.base}/admin/users?q=eve`)
    await page.click('main .row-name a')
    await page.click('#administrator summary')
    await page.fill('#administrator [name=password]', stage.app.carol.password)
    await page.click('#administrator button')
    await untilText(page, '.badges', 'Administrator')
    await page.context().close()
  })
}

const PATHS = ['', '/users', '/users/create', '/users/1', '/users/3', '/jobs', '/hosts', '/storage'].map(
  (path) => `/admin${path}`,
)

async function shapes(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('on a phone, a long badge leaves a user the whole line', async () => {
    await page.setViewportSize(PHONE)
    await page.goto(`${base}/admin/users`)
    await page.$eval('main .row .badge', (badge) => (badge.textContent = 'Zwei-Faktor-Authentifizierung'))
    const { width } = (await page.locator('main .row:has(.badge) .row-text').first().boundingBox())!
    assert.ok(width > 300, `${width}`)
  })
  await t.test('every page fits a small phone, and has no fault that axe knows', async () => {
    const found: Record<string, unknown> = {}
    for (const path of [...PATHS, '/styleguide']) {
      await openForAxe(page, base + path)
      await page.evaluate("document.querySelectorAll('details.fold').forEach((fold) => { fold.open = true })")
      await loadAxe(page)
      for (const [theme, width] of [
        ['light', 1280],
        // The styleguide shows components of lists, which other tests check at the width of `PHONE`.
        ['dark', path === '/styleguide' ? PHONE.width : 320],
      ] as const) {
        const findings = await axeFindings(page, { theme, width })
        if (findings.length > 0) found[`${path} in ${theme} at ${width}`] = findings
        const sideways = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        if (sideways > 0) found[`${path} at ${width}`] = sideways
      }
    }
    assert.deepEqual(found, {})
  })
}
