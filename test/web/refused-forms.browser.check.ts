import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage, openStage, untilText } from './service-and-browser.fixture.ts'

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
