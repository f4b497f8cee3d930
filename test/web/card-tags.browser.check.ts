import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { holdChanges, nextFrame } from './hold-changes.fixture.ts'
import {
  openStage,
  openTab,
  PHONE,
  saveTitles,
  signIn,
  until,
  untilListed,
  untilText,
} from './service-and-browser.fixture.ts'

const SHOWN = ['Aster', 'Birch', 'Clover'] as const
const FIELD = '#card-tags [name=tags]'

const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const tagsOf = (page: Page, title: string): Promise<string[]> =>
  page.locator('.card', { hasText: title }).locator('.tags li').allInnerTexts()

/** Types tags into the panel of the focused card, and adds them. */
async function add(page: Page, text: string): Promise<void> {
  await press(page, 't')
  await page.waitForSelector(`${FIELD}:focus`)
  await page.keyboard.type(text)
  await press(page, 'Enter')
}

test('tags of cards are edited in place', async (t) => {
  const stage = await openStage(t)
  const ids = await saveTitles(stage, SHOWN.toReversed())
  const page = await signIn(stage)
  const start = async () => {
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto(stage.base)
    await untilListed(page, SHOWN)
    await press(page, 'j')
  }
  const stored = async (id = ids[2]) => {
    const { tags } = (await stage.app.ask(stage.app.alice, { url: `/api/entries/${id}` })).json<{
      tags: { label: string }[]
    }>()
    return tags.map(({ label }) => label).toSorted()
  }
  await t.test('t opens a field on the card, and added tags are on it in the next frame', async () => {
    await start()
    const { release } = await holdChanges(page)
    await add(page, 'Sea, old garden')
    await nextFrame(page)
    assert.deepEqual(await tagsOf(page, 'Aster'), ['sea', 'old garden'])
    assert.equal(await page.inputValue(FIELD), '')
    assert.equal(await page.innerText('.toast p'), 'Tagged: Aster')
    await release()
    await until('both are stored', async () => (await stored()).join() === 'old garden,sea')
    await press(page, 'Escape')
    await until('the panel is gone', async () => (await page.locator('#card-tags').count()) === 0)
    assert.equal(await page.evaluate(`document.activeElement.closest('.card').id`), `entry-${ids[2]}`)
    await page.reload()
    assert.deepEqual((await tagsOf(page, 'Aster')).toSorted(), ['old garden', 'sea'])
  })
  await t.test('the field is there in the next frame, before its style sheet and its suggestions are', async () => {
    const context = await stage.browser.newContext({ storageState: await page.context().storageState() })
    const slow = await openTab(context)
    const held = Promise.withResolvers<void>()
    await slow.route(/panels\.css|tag-combobox\.js/, async (route) => {
      await held.promise
      await route.continue()
    })
    await slow.goto(stage.base)
    await press(slow, 'j', 't')
    await nextFrame(slow)
    assert.equal(await slow.locator(`${FIELD}:focus`).count(), 1)
    const colors = "[...document.querySelectorAll('.card')].map((one) => getComputedStyle(one).backgroundColor)"
    const [marked, ...others] = await slow.evaluate<string[]>(colors)
    assert.ok(others.length === 2 && others.every((one) => one !== marked), 'the row is marked')
    const width = (await slow.locator('#card-tags').boundingBox())!.width
    await slow.keyboard.type('quay')
    await press(slow, 'Enter')
    await nextFrame(slow)
    assert.ok((await tagsOf(slow, 'Aster')).includes('quay'))
    await slow.keyboard.type('garde')
    held.resolve()
    await slow.waitForSelector('#card-tags .tag-button:has-text("quay")')
    await slow.waitForSelector('#card-tags [role=option]:has-text("old garden")')
    assert.equal((await slow.locator('#card-tags').boundingBox())!.width, width)
    await slow.click('#card-tags .tag-button:has-text("quay")')
    await until('it is removed', async () => !(await stored()).includes('quay'))
    await context.close()
  })
  await t.test('its tags have buttons that remove them, and an undo brings them back', async () => {
    await start()
    const { release } = await holdChanges(page)
    await press(page, 't')
    await page.click('#card-tags .tag-button:has-text("sea")')
    await nextFrame(page)
    assert.deepEqual(await tagsOf(page, 'Aster'), ['old garden'])
    assert.equal(await page.locator('#card-tags .tag-button').count(), 1)
    await press(page, 'Escape', 'z')
    await nextFrame(page)
    assert.deepEqual((await tagsOf(page, 'Aster')).toSorted(), ['old garden', 'sea'])
    await release()
    await untilText(page, '.toast p', /^Undone: /)
    assert.deepEqual(await stored(), ['old garden', 'sea'])
  })
  await t.test('a refusal takes the tags off the card and says why', async () => {
    await start()
    await page.route('**/bulk', (route) => route.abort())
    await add(page, 'cliff')
    await untilText(page, '.toast p', /That didn’t work/)
    assert.ok(!(await tagsOf(page, 'Aster')).includes('cliff'))
    await start()
    await add(page, 'cliff,'.repeat(30) + 'x'.repeat(240))
    assert.ok((await page.inputValue(FIELD)).length <= 250)
  })
  await t.test('the panel stays open while the list is refreshed', async () => {
    await start()
    await add(page, 'dune')
    await until('it is stored', async () => (await stored()).includes('dune'))
    await page.keyboard.type('reed')
    const refreshed = page.waitForResponse((response) => new URL(response.url()).pathname === '/')
    await page.evaluate(
      `document.body.insertAdjacentHTML('beforeend', '<turbo-stream action="refresh"></turbo-stream>')`,
    )
    await refreshed
    await press(page, 'Enter')
    await until('it is stored', async () => (await stored()).includes('reed'))
  })
  await ticked(t, page, start, () => stored(ids[1]))
  await t.test('a card that another device archives while its panel is open is tagged all the same', async () => {
    await start()
    await press(page, 't')
    await page.waitForSelector(`${FIELD}:focus`)
    await page.keyboard.type('late')
    const url = `/api/entries/${ids[2]}`
    await stage.app.ask(stage.app.alice, { method: 'PATCH', url, payload: { archive: 1 } })
    await untilListed(page, SHOWN.slice(1))
    await page.waitForSelector(`${FIELD}:focus`)
    await press(page, 'Enter')
    await until('it is stored', async () => (await stored()).includes('late'))
    await page.click('#card-tags .tag-button:has-text("dune")')
    await until('it is removed', async () => !(await stored()).includes('dune'))
    await untilListed(page, SHOWN.slice(1))
    await stage.app.ask(stage.app.alice, { method: 'PATCH', url, payload: { archive: 0 } })
  })
  await t.test('Enter takes the selected tag, and a new one is the last choice', async () => {
    const payload = { tags: 'food' }
    await stage.app.ask(stage.app.alice, { method: 'PATCH', url: `/api/entries/${ids[0]}`, payload })
    await start()
    await add(page, 'fo')
    await until('the known tag is on the card', async () => (await tagsOf(page, 'Aster')).includes('food'))
    await page.keyboard.type('foo')
    const options = page.locator('#card-tags [role=option]')
    assert.deepEqual(await options.allInnerTexts(), ['food', 'Create “foo”'])
    assert.equal(await page.locator('#card-tags [aria-selected=true]').innerText(), 'food')
    await press(page, 'ArrowDown', 'Enter')
    await until('both are stored', async () => {
      const tags = await stored()
      return tags.includes('food') && tags.includes('foo') && !tags.includes('fo')
    })
    await page.goto(`${stage.base}/view/${ids[1]}`)
    await press(page, 't')
    await page.waitForSelector('#tag-field[role=combobox]')
    await page.keyboard.type('ood')
    assert.deepEqual(await page.locator('#tags-panel [role=option]').allInnerTexts(), ['food', 'Create “ood”'])
    await page.click('#tags-panel .tags-form .button')
    await until('it is stored', async () => (await stored(ids[1])).includes('food'))
    await page.goto(`${stage.base}/edit/${ids[1]}`)
    await page.focus('#edit-tags[role=combobox]')
    await press(page, 'End')
    await page.keyboard.type(', craft, fo')
    await press(page, 'Enter')
    assert.match(await page.inputValue('#edit-tags'), /, craft, foo, $/)
    assert.equal(await page.evaluate('document.activeElement.id'), 'edit-tags')
  })
  await t.test('on a phone the panel is at the end of the window', async () => {
    const phone = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
    await phone.goto(stage.base)
    await phone.evaluate(`document.querySelector('.card [data-action-name=tags]').click()`)
    await phone.waitForSelector(FIELD)
    const box = (await phone.locator('#card-tags').boundingBox())!
    assert.equal(box.x, 0)
    assert.equal(Math.round(box.y + box.height), PHONE.height)
  })
  assert.deepEqual(stage.complaints, [])
})

async function ticked(
  t: TestContext,
  page: Page,
  start: () => Promise<void>,
  stored: () => Promise<string[]>,
): Promise<void> {
  await t.test('tags of ticked cards change in the next frame, and both ways', async () => {
    await start()
    const { release } = await holdChanges(page)
    await press(page, 'x', 'j', 'x', 't')
    await page.keyboard.type('shore')
    await press(page, 'Enter')
    await nextFrame(page)
    assert.ok((await tagsOf(page, 'Aster')).includes('shore'))
    assert.deepEqual(await tagsOf(page, 'Birch'), ['shore'])
    assert.deepEqual(await tagsOf(page, 'Clover'), [])
    await release()
    await untilText(page, '.toast p', '2 entries tagged')
    assert.deepEqual(await stored(), ['shore'])
    const second = await holdChanges(page)
    await page.keyboard.press('*')
    await page.click('.bulk-tags > summary')
    await page.fill('#bulk-tags', 'shore')
    await page.click('.bulk [value=untag]')
    await nextFrame(page)
    assert.deepEqual(await tagsOf(page, 'Birch'), [])
    await second.release()
    await untilText(page, '.toast p', 'Tags removed from 2 entries')
    assert.deepEqual(await stored(), [])
  })
  await t.test('the number of ticked cards stays when a new tag refreshes the page', async () => {
    await start()
    const { release } = await holdChanges(page)
    await add(page, 'dunes')
    await press(page, 'Escape', 'x', 'j', 'x')
    await untilText(page, '[data-bulk-target=count]', '2 selected')
    const refreshed = page.evaluate("new Promise((done) => addEventListener('turbo:morph', done, { once: true }))")
    await release()
    await refreshed
    assert.equal(await page.innerText('[data-bulk-target=count]'), '2 selected')
    assert.equal(await page.locator('.bulk[data-open]').count(), 1)
  })
}
