import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { holdChanges, nextFrame } from './hold-changes.fixture.ts'
import { openStage, saveTitles, signIn, untilListed, untilText } from './service-and-browser.fixture.ts'

const SHOWN = ['Aster', 'Birch', 'Clover', 'Dill', 'Elder'] as const

/** @returns the numbers in the rail, and beside the title of the list */
async function counts(page: Page): Promise<string> {
  const rail = await Promise.all(
    ['unread', 'starred', 'archive', 'all'].map((list) =>
      page.locator(`.rail [data-count=${list}]`).first().innerText(),
    ),
  )
  return [...rail, await page.innerText('#list-count')].join(' ')
}

const untilCounts = async (page: Page, expected: string): Promise<void> => {
  await untilText(page, '#list-count', expected.split(' ').slice(4).join(' '))
  assert.equal(await counts(page), expected)
}

test('the numbers of entries follow changes before the server has answered', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, ['Fern'], { archive: 1 })
  await saveTitles(stage, SHOWN.toReversed())
  const page = await signIn(stage)
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
    await nextFrame(page)
  }
  const start = async () => {
    await page.goto(stage.base)
    await untilListed(page, SHOWN)
    assert.equal(await counts(page), '5 0 1 6 5 entries')
    await press('j')
    return holdChanges(page)
  }
  await t.test('for one entry, and back with the undo', async () => {
    const { release } = await start()
    await press('s')
    await untilCounts(page, '5 1 1 6 5 entries')
    await press('a')
    await untilCounts(page, '4 1 2 6 4 entries')
    await press('#')
    await untilCounts(page, '3 1 2 5 3 entries')
    await press('z')
    await untilCounts(page, '4 1 2 6 4 entries')
    await press('z', 'z')
    await untilCounts(page, '5 0 1 6 5 entries')
    await release()
    await untilText(page, '.toast p', /^Undone: Starred/)
    await untilCounts(page, '5 0 1 6 5 entries')
  })
  await t.test('for several, with a message that undoes them', async () => {
    const { release } = await start()
    await press('x', 'j', 'x', 'a')
    await untilCounts(page, '3 0 3 6 3 entries')
    await untilText(page, '.toast p', 'Archived: 2 entries')
    await page.click('.toast [data-action-name=undo]')
    await untilCounts(page, '5 0 1 6 5 entries')
    await release()
    await untilText(page, '.toast p', /^Undone: 2/)
    await untilListed(page, SHOWN)
  })
  await t.test('the answer to a change does not take a later one back', async () => {
    const { held, release } = await start()
    await press('a', 'a')
    await untilCounts(page, '3 0 3 6 3 entries')
    await page.evaluate(`{
      window.seen = []
      const look = () => seen.push(document.querySelector('#list-count').innerText)
      new MutationObserver(look).observe(document.querySelector('#list-count'), { childList: true })
    }`)
    const [first] = held
    const answered = page.waitForResponse((response) => response.request() === first!.request())
    await first!.continue()
    await answered
    await nextFrame(page)
    await untilCounts(page, '3 0 3 6 3 entries')
    held.shift()
    await release()
    await untilCounts(page, '3 0 3 6 3 entries')
    assert.deepEqual(await page.evaluate<string[]>("seen.filter((text) => text !== '3 entries')"), [])
    await press('z', 'z')
    await untilListed(page, SHOWN)
  })
  await t.test('a refused change takes them back', async () => {
    await start()
    await page.unrouteAll({ behavior: 'wait' })
    await page.route('**/delete/*', (route) => route.abort())
    await press('#')
    await untilText(page, '.toast p', /That didn’t work/)
    await untilListed(page, SHOWN)
    await untilCounts(page, '5 0 1 6 5 entries')
  })
})
