import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, saveTitles, signIn, untilText } from './service-and-browser.fixture.ts'

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
  await untilText(page, '.notice', 'Public link removed')
  assert.equal(await page.locator('#more-menu:popover-open').count(), 0)
  assert.equal(await page.evaluate('document.activeElement.dataset.actionName'), 'more')
})

test('making a public link moves neither the focus nor the page, whatever list its address names', async (t) => {
  const stage = await openStage(t)
  const [id] = await saveTitles(stage, ['Elm'], { content: '<p>Words about a wall of stones.</p>'.repeat(200) })
  const page = await signIn(stage)
  for (const list of ['', '?list=unread']) {
    for (const [action, message] of [
      ['share', 'Public link created'],
      ['unshare', 'Public link removed'],
    ] as const) {
      await page.goto(`${stage.base}/view/${id}${list}`)
      await page.evaluate('scrollTo({ top: 900, behavior: "instant" })')
      await page.click('[popovertarget=more-menu]')
      await page.focus(`#more-menu [data-action-name=${action}]`)
      const before = await page.evaluate<number>('scrollY')
      await page.keyboard.press('Enter')
      await untilText(page, '.notice', message)
      await page.waitForFunction('!document.documentElement.hasAttribute("aria-busy")')
      assert.equal(await page.evaluate('document.activeElement.dataset.actionName'), 'more')
      const moved = (await page.evaluate<number>('scrollY')) - before
      assert.ok(Math.abs(moved) < 100, `moved by ${moved}`)
    }
  }
})
