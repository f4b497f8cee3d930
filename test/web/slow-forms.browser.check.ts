import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireEntry } from '../support/app.ts'
import { selectForBar } from './select-text.fixture.ts'
import { until, untilText } from './service-and-browser.fixture.ts'
import { answerAfter, openScene, recordTexts, untilCurrent } from './slow-server.fixture.ts'

test('a form whose answer is slow is neither sent twice nor lost', async (t) => {
  const { network, stage, page, kept } = await openScene(t)
  const saved = async () => {
    const answer = await stage.app.ask(stage.app.alice, { url: '/api/entries' })
    return answer.json<{ _embedded: { items: WireEntry[] } }>()._embedded.items
  }
  const shown = await recordTexts(page)
  await t.test('the page waits for the answer', async () => {
    await page.goto(`${stage.base}/unread/list`)
    answerAfter(network, 60)
    await page.fill('[name="entry[url]"]', `${stage.app.site.url}/article/slow`)
    await page.keyboard.press('Enter')
    await until('the new card is shown', async () => (await page.locator('.card').count()) === 2)
    assert.equal((await saved()).length, 3)
  })
  assert.doesNotMatch(shown(), /offline|deleted/)
  await t.test('an address is saved once if the user opens another page meanwhile', async () => {
    network.hold('')
    await page.fill('[name="entry[url]"]', `${stage.app.site.url}/article/left`)
    const sent = network.held()
    await page.keyboard.press('Enter')
    await until('the form is sent', async () => network.held() > sent)
    await page.goto(`${stage.base}/view/${kept}`)
    await untilText(page, '#offline-state', /^The connection is slow/)
    network.hold(undefined)
    await untilCurrent(page)
    assert.equal((await saved()).filter(({ url }) => String(url).endsWith('/left')).length, 1)
  })
  await t.test('a note is stored once if the user opens another page meanwhile', async () => {
    await selectForBar(page, 'told here')
    await page.keyboard.press('m')
    await page.keyboard.type('once')
    network.hold('')
    const sent = network.held()
    await page.keyboard.press('Control+Enter')
    await until('the form is sent', async () => network.held() > sent)
    await page.goto(`${stage.base}/unread/list`)
    await untilText(page, '#offline-state', /^The connection is slow/)
    network.hold(undefined)
    await untilCurrent(page)
    await page.goto(`${stage.base}/view/${kept}`)
    await untilText(page, '.annotation-item .note', 'once')
    const answer = await stage.app.ask(stage.app.alice, { url: `/api/annotations/${kept}` })
    assert.equal(answer.json<{ total: number }>().total, 1)
  })
  assert.deepEqual(stage.complaints, [])
})
