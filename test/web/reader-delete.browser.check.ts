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

test('an action of the menu closes it, and the focus does not come to the one for deleting', async (t) => {
  const stage = await openStage(t)
  const [id] = await saveTitles(stage, ['Elm'])
  const page = await signIn(stage)
  await page.goto(`${stage.base}/view/${id}?list=unread`)
  const choose = async (name: string) => {
    await page.click('[popovertarget=more-menu]')
    await page.focus(`#more-menu [data-action-name=${name}]`)
    await page.keyboard.press('Enter')
  }
  await choose('share')
  await page.waitForSelector('#shared')
  await page.goto(`${stage.base}/view/${id}?list=unread`)
  await choose('unshare')
  await page.waitForSelector('#shared', { state: 'detached' })
  assert.equal(await page.locator('#more-menu:popover-open').count(), 0)
  assert.equal(await page.evaluate('document.activeElement.dataset.actionName'), 'more')
})
