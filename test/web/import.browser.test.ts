import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS } from '../support/database.ts'
import { openStage, PHONE, signIn, until } from './service-and-browser.fixture.ts'

const ROWS = ['a', 'b', 'c'].map((name) => `Page ${name},https://nowhere.invalid/${name},1772357403,,unread`)
const FILE = {
  name: 'pocket.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['title,url,time_added,tags,status', ...ROWS, ''].join('\n')),
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a newcomer imports a file, looks at the result and undoes it`, async (t) => {
    const stage = await openStage(t, dialect)
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
    await page.getByRole('link', { name: 'Show recently deleted' }).click()
    await page.getByText('Page b', { exact: true }).waitFor()
  })
}

test('without scripts, a file is checked, imported and undone on a phone', async (t) => {
  const stage = await openStage(t)
  const page = await signIn(stage, { javaScriptEnabled: false, viewport: PHONE })
  await page.goto(`${stage.base}/import/`)
  await page.getByLabel('Drop a file here or choose one').setInputFiles(FILE)
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByText('Pocket, 3 rows, 0 already saved').waitFor()
  await page.getByLabel('Fetch missing text from the web').uncheck()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByText('This import was undone.').waitFor()
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

test('the lines of a long reason are aligned, and its number is not alone on a line', async (t) => {
  const stage = await openStage(t)
  const page = await signIn(stage, { viewport: PHONE })
  for (let count = 0; count < 2; count++) {
    await page.goto(`${stage.base}/import/`)
    await page.getByLabel('Drop a file here or choose one').setInputFiles(FILE)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText(count === 0 ? '3 imported' : '3 skipped').waitFor()
  }
  const summary = page.locator('.failure-group summary')
  for (const width of [390, 300, 280, 260, 240, 220]) {
    await page.setViewportSize({ width, height: 800 })
    const { starts, numberAt, lastAt } = await summary.evaluate((element) => {
      const text = document.createRange()
      text.selectNodeContents(element.firstChild!)
      const lines = [...text.getClientRects()]
      const number = element.querySelector('.count')!.getBoundingClientRect()
      return { starts: lines.map(({ left }) => left), numberAt: number.left, lastAt: lines.at(-1)!.left }
    })
    assert.equal(new Set(starts).size, 1, `the lines start at ${starts.join(', ')}`)
    assert.ok(numberAt > lastAt, `the number is alone on a line at a width of ${width}`)
  }
})
