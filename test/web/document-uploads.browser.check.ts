import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { DIALECTS } from '../support/database.ts'
import { DOCUMENT_SENTENCE, documentFiles, refusedFiles } from '../support/document-files.ts'
import { enter, openPage, openStage, untilText, type Stage } from './service-and-browser.fixture.ts'

const FIELD = '#saving_file'
const SUBMIT = 'form[action="/config/saving/file"] .button'

for (const dialect of DIALECTS) {
  test(`${dialect}: files are uploaded in a browser without scripts`, async (t) => {
    const stage = await openStage(t, dialect)
    const page = await openPage(stage, { javaScriptEnabled: false })
    await page.goto(`${stage.base}/config/saving`)
    await enter(stage, page)
    await saved(t, stage, page)
    await refused(t, stage, page)
    assert.deepEqual(stage.complaints, [])
  })
}

/** Selects a file in the form on the settings page for saving, and submits the form. */
async function send({ base }: Stage, page: Page, name: string, file: Uint8Array): Promise<void> {
  await page.goto(`${base}/config/saving`)
  await page.setInputFiles(FIELD, { name, mimeType: 'application/octet-stream', buffer: Buffer.from(file) })
  await Promise.all([page.waitForNavigation(), page.click(SUBMIT)])
}

async function saved(t: TestContext, stage: Stage, page: Page): Promise<void> {
  const files = await documentFiles()
  for (const { kind, bytes, title, hasPicture } of files)
    await t.test(`${kind}: the reader shows the text and the pictures`, async () => {
      await send(stage, page, `file.${kind}`, bytes)
      assert.match(page.url(), /\/view\/\d+$/)
      await untilText(page, 'h1', title)
      await untilText(page, 'article', new RegExp(DOCUMENT_SENTENCE))
      const images = page.locator('.prose img')
      assert.equal(await images.count(), hasPicture ? 1 : 0)
      if (!hasPicture) return
      await images.scrollIntoViewIfNeeded()
      await images.evaluate((image: HTMLImageElement) => image.decode())
      assert.equal(await images.evaluate((image: HTMLImageElement) => image.naturalWidth), 120)
    })
  await t.test('a file that was saved before leads to its entry', async () => {
    await send(stage, page, 'again.txt', files[0]!.bytes)
    await untilText(page, 'h1', files[0]!.title)
    await untilText(page, '.notice', 'You’ve already saved this file.')
  })
}

async function refused(t: TestContext, stage: Stage, page: Page): Promise<void> {
  for (const [name, file, reason, sentence] of await refusedFiles())
    await t.test(`${name} is refused as ${reason} with a sentence at the field`, async () => {
      await send(stage, page, 'book.epub', file)
      await untilText(page, '#saving_file-error', sentence)
    })
}
