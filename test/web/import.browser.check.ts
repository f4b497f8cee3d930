import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, PHONE, signIn, until } from './service-and-browser.fixture.ts'

const ROWS = ['a', 'b', 'c'].map((name) => `Page ${name},https://nowhere.invalid/${name},1772357403,,unread`)
const FILE = {
  name: 'pocket.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['title,url,time_added,tags,status', ...ROWS, ''].join('\n')),
}

test('a newcomer imports a file, looks at the result and undoes it', async (t) => {
  const stage = await openStage(t)
  const page = await signIn(stage)
  await page.goto(stage.base)
  await page.locator('#empty').getByRole('link', { name: 'Import them' }).click()
  await page.waitForURL(/\/import\/$/)
  const field = page.getByLabel('Drop a file here or choose one')
  await page.getByText('Check the file').waitFor({ state: 'hidden' })
  await field.setInputFiles(FILE)
  await page.getByText('Pocket, 3 rows, 0 already saved').waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('3 imported, 0 merged, 0 skipped, 0 failed').waitFor()
  await page.getByRole('link', { name: 'Show what was imported' }).click()
  await until('the imported pages', async () => (await page.locator('.card').count()) === 3)
  await page.goBack()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByText('This import was undone.').waitFor()
  await until('its state', async () => (await page.innerText('main .lead')) === 'Undone')
  await page.getByRole('link', { name: 'Show recently deleted' }).click()
  await page.getByText('Page b', { exact: true }).waitFor()
})

test('without scripts, a file is checked, imported and undone on a phone', async (t) => {
  const stage = await openStage(t)
  const page = await signIn(stage, { javaScriptEnabled: false, viewport: PHONE, hasTouch: true, isMobile: true })
  await page.goto(`${stage.base}/import/`)
  await page.getByText('Choose a file').waitFor()
  await page.getByText('Drop a file here').waitFor({ state: 'hidden' })
  await page.getByLabel('Choose a file').setInputFiles(FILE)
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByText('Pocket, 3 rows, 0 already saved').waitFor()
  await page.getByLabel('Fetch missing text from the web').uncheck()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByText('This import was undone.').waitFor()
})

test('a file that is chosen before the scripts are there is checked when they are', async (t) => {
  const stage = await openStage(t)
  const page = await signIn(stage)
  const held = Promise.withResolvers<void>()
  await page.route('**/submit_on_change_controller.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${stage.base}/import/`)
  await page.click('h1')
  await page.getByLabel('Drop a file here or choose one').setInputFiles(FILE)
  held.resolve()
  await page.getByText('Pocket, 3 rows, 0 already saved').waitFor()
})

test('the file field covers the whole zone, so that a file can be dropped anywhere on it', async (t) => {
  const stage = await openStage(t)
  const page = await signIn(stage)
  await page.goto(`${stage.base}/import/`)
  const zone = page.locator('.drop-zone')
  const box = (await zone.boundingBox())!
  const target = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x!, y!)?.id,
    [box.x + 5, box.y + box.height - 5],
  )
  assert.equal(target, 'import_file')
})
