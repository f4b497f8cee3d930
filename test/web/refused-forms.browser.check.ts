import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage, openStage, signIn, until, untilText } from './service-and-browser.fixture.ts'

test('an account keeps the time zone of its browser if the first attempt is refused', async (t) => {
  const stage = await openStage(t, 'sqlite', { environment: { DOGEAR_REGISTRATION: 'on' } })
  const page = await openPage(stage, { timezoneId: 'Pacific/Auckland' })
  await page.goto(`${stage.base}/register`)
  await page.fill('[name=username]', 'dora')
  await page.fill('[name=email]', 'dora@example.org')
  await page.fill('[name=password]', 'short')
  await page.click('main .button')
  await untilText(page, '.field-error', /./)
  await page.fill('[name=password]', 'a lamp in the window')
  await page.click('main .button')
  await page.waitForURL(`${stage.base}/`)
  await page.goto(`${stage.base}/config/reading`)
  assert.equal(await page.inputValue('#time-zone'), 'Pacific/Auckland')
  assert.deepEqual(stage.complaints, [])
})

/** Script that returns the place of a section on the page. */
const TOP = "document.querySelector('#set-update_user').getBoundingClientRect().top + scrollY"

test('fields side by side are on one line, also if the label of one needs two', async (t) => {
  const stage = await openStage(t)
  const page = await signIn(stage, { locale: 'de-DE' })
  await page.goto(`${stage.base}/config`)
  const [, , language, speed] = await page.locator('.form-pairs :is(input:not([type=hidden]), select)').all()
  assert.equal((await language!.boundingBox())!.y, (await speed!.boundingBox())!.y)
})

test('a form that cannot be sent says so, and keeps what was typed', async (t) => {
  const stage = await openStage(t)
  const page = await signIn(stage)
  await page.goto(`${stage.base}/config`)
  await page.fill('[name="update_user[name]"]', 'Alice Liddell')
  await page.route('**/config', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await page.click('[name="update_user[save]"]')
  await untilText(page, '.toast p', 'The server couldn’t be reached. Check your connection and try again.')
  assert.equal(await page.inputValue('[name="update_user[name]"]'), 'Alice Liddell')
  await page.unrouteAll({ behavior: 'wait' })
  const top = await page.evaluate<number>(TOP)
  await page.click('[name="update_user[save]"]')
  await untilText(page, '.notice', 'Saved')
  assert.equal(await page.evaluate(TOP), top, 'the message moves nothing')
  await page.route('**/config/reading', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.goto(`${stage.base}/config/reading`)
  const button = page.locator('.reading-settings .button')
  await button.waitFor({ state: 'hidden' })
  await page.check('#theme-sepia')
  await button.click()
  await untilText(page, '.toast p', /^Couldn’t save the settings\./)
  await page.unrouteAll({ behavior: 'wait' })
  await button.click()
  await until('it is saved', async () => !(await button.isVisible()))
  await page.reload()
  assert.ok(await page.isChecked('#theme-sepia'))
  assert.deepEqual(stage.complaints, [])
})
