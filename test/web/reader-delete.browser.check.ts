import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, saveTitles, signIn } from './service-and-browser.fixture.ts'

test('after an article is deleted in the reader, its position is not sent', async (t) => {
  const stage = await openStage(t)
  const [id] = await saveTitles(stage, ['Ash'], { content: '<p>Each stone was handed on.</p>'.repeat(80) })
  const page = await signIn(stage)
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await page.goto(`${stage.base}/view/${id}`)
  await page.evaluate(`scrollTo({ top: 900, behavior: 'instant' })`)
  await page.keyboard.press('Delete')
  await page.waitForURL((url) => !url.pathname.startsWith('/view/'))
  assert.ok(sent.includes(`/delete/${id}`))
  assert.ok(!sent.slice(sent.indexOf(`/delete/${id}`)).includes(`/view/${id}/progress`), sent.join(' '))
})
