import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage, PHONE, saveTitles, signIn, until, untilListed } from './service-and-browser.fixture.ts'

const SHOWN = ['Aster', 'Birch', 'Clover', 'Dill', 'Elm', 'Fern']
const TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true } as const

test('cards are dense, and open as a whole', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, SHOWN.toReversed(), { tags: 'shore, tide', authors: 'Ada Stone' })
  const desk = await signIn(stage)
  const phone = await signIn(stage, TOUCH)
  await t.test('a card is about 104 pixels high', async () => {
    for (const page of [desk, phone]) {
      const heights = await page.locator('.card').evaluateAll((cards) => cards.map((card) => card.clientHeight))
      for (const height of heights) assert.ok(height > 96 && height <= 108, String(height))
    }
  })
  await t.test('a phone shows at least four and a half of them', async () => {
    const card = (await phone.locator('.card').nth(4).boundingBox())!
    const bar = (await phone.locator('.lists-nav').boundingBox())!
    assert.ok(card.y + card.height / 2 <= bar.y, JSON.stringify({ card, bar }))
  })
  await t.test('a phone shows a site of usual length whole, with the reading time beside it', async () => {
    const meta = phone.locator('.card-meta').first()
    const [whole, shown, tops] = await meta.evaluate((line) => {
      const site = line.children[0] as HTMLElement
      site.innerHTML = '<img class="site-icon" width="16" height="16" alt="">360westmagazine.com'
      site.insertAdjacentHTML('afterend', '<span>11 min</span>')
      const rows = [...line.children].slice(0, 2).map((one) => one.getBoundingClientRect().top)
      return [site.scrollWidth, site.clientWidth, new Set(rows).size] as const
    })
    assert.ok(whole <= shown, `${shown} of ${whole}`)
    assert.equal(tops, 1)
    await phone.reload()
  })
  await t.test('its actions appear beside the text, never over it', async () => {
    const card = desk.locator('.card').first()
    await card.hover()
    const actions = (await card.locator('.actions').boundingBox())!
    assert.equal(await card.locator('.actions').evaluate((one) => getComputedStyle(one).clipPath), 'none')
    for (const part of ['.card-meta', '.tags']) {
      const text = (await card.locator(part).boundingBox())!
      assert.ok(text.x + text.width <= actions.x, part)
    }
    const cover = (await card.locator('.cover').boundingBox())!
    assert.ok(actions.x + actions.width <= cover.x)
  })
  await t.test('its cover, its excerpt and its empty space open the article', async () => {
    for (const page of [desk, phone]) {
      for (const [part, x, y] of [
        ['.card-excerpt', 0.5, 0.5],
        ['.cover', 0.5, 0.5],
        ['article', 0.6, 0.2],
      ] as const) {
        await page.goto(stage.base)
        const box = (await page.locator(`.card ${part}`).first().boundingBox())!
        const point = [box.x + box.width * x, box.y + box.height * y] as const
        await (page === phone ? page.touchscreen.tap(...point) : page.mouse.click(...point))
        await page.waitForURL(/\/view\/\d+/)
      }
    }
  })
  await t.test('its links and buttons keep their own effect', async () => {
    await desk.goto(stage.base)
    await desk.locator('.card .tags a').first().click()
    await desk.waitForURL(/tag=shore/)
    await desk.goto(stage.base)
    await desk.hover('.card')
    await desk.locator('.card [data-action-name=archive]').first().click()
    await untilListed(desk, SHOWN.slice(1))
    assert.equal(new URL(desk.url()).pathname, '/')
  })
  await t.test('the menu shows them as rows with columns, or as covers', async () => {
    const choose = async (layout: string) => {
      await desk.click('.list-menu summary')
      await desk.click(`.list-menu [value=${layout}]`)
      await desk.waitForSelector(layout === 'cards' ? '.cards:not(.rows, .covers)' : `.cards.${layout}`)
    }
    await choose('rows')
    const columns = await desk
      .locator('.rows .card-meta')
      .evaluateAll((lines) =>
        lines.map((line) => [...line.children].map((one) => one.getBoundingClientRect().x).join()),
      )
    assert.equal(new Set(columns).size, 1, columns.join(' | '))
    await narrowRows(desk)
    await choose('covers')
    const tops = await desk
      .locator('.covers .card')
      .evaluateAll((cards) => cards.map((one) => one.getBoundingClientRect().top))
    assert.ok(tops[0] === tops[1], 'side by side')
    const [site, minutes] = await desk
      .locator('.covers .card-meta')
      .first()
      .evaluate((line) => {
        line.children[0]!.textContent = 'a-very-long-name-of-a-site.example.org'
        line.children[0]!.insertAdjacentHTML('afterend', '<span>9 min</span>')
        return [...line.children].slice(0, 2).map((one) => one.getBoundingClientRect())
      })
    assert.equal(minutes!.top, site!.top, 'the reading time stays beside a long site')
    const opened = await desk.locator('.covers .card-title a').first().getAttribute('href')
    await desk.evaluate(`navigator.sendBeacon('${opened}/progress', new URLSearchParams({
      token: document.querySelector('[name=token]').value, block: '0', share: '0.4', at: String(Date.now()) }))`)
    const progress = desk.locator('.covers .card-progress')
    await until('the progress', async () => (await desk.reload()) !== null && (await progress.count()) === 1)
    const meta = (await desk.locator('.card:has(.card-progress) .card-meta').boundingBox())!
    assert.ok((await progress.boundingBox())!.y >= meta.y + meta.height, 'the progress is below the text')
    await choose('cards')
  })
  await t.test('a failed page shows its whole site and reason, also on a phone and below a cover', async () => {
    const { app } = stage
    await app.save(app.alice, `${app.site.url}/not-found`)
    await phone.goto(stage.base)
    for (const layout of ['', 'covers']) {
      await phone.locator('.cards').evaluate((one, name) => name && one.classList.add(name), layout)
      const card = phone.locator('.card:has(.card-state-failed)')
      for (const part of ['.card-meta > :first-child', '.card-state-failed p']) {
        const [whole, shown] = await card.locator(part).evaluate((one) => [one.scrollWidth, one.clientWidth])
        assert.ok(whole! <= shown!, `${layout} ${part}: ${whole} of ${shown}`)
      }
    }
    await phone.goto(stage.base)
    await phone
      .locator('.card-check input')
      .first()
      .evaluate((box: HTMLInputElement) => box.click())
    const reason = await phone.locator('.card-state-failed').evaluate((one) => {
      const words = document.createRange()
      words.selectNodeContents(one)
      return Math.max(...[...words.getClientRects()].map(({ right }) => right))
    })
    const box = (await phone.locator('.card:has(.card-state-failed) .card-check input').boundingBox())!
    assert.ok(reason <= box.x, `the reason ends at ${reason}, and the box begins at ${box.x}`)
  })
  assert.deepEqual(stage.complaints, [])
})

/** Checks the rows in windows of half a screen, and of a third. */
async function narrowRows(desk: Page): Promise<void> {
  const whole = desk.viewportSize()!
  for (const width of [720, 390]) {
    await desk.setViewportSize({ width, height: 800 })
    const card = desk.locator('.rows .card').nth(1)
    const boxOf = async (selector: string) => (await card.locator(selector).first().boundingBox())!
    const [row, title, meta] = [(await card.boundingBox())!, await boxOf('.card-title'), await boxOf('.card-meta > *')]
    assert.ok(row.height <= 60, `a row is ${row.height} high`)
    assert.ok(meta.y >= title.y + title.height - 1, 'the site is below the title')
    await card.hover()
    const [actions, check] = [await boxOf('.actions'), await boxOf('.card-check')]
    assert.ok(actions.y >= meta.y - 1 && actions.x + actions.width <= check.x + 1, 'the actions lie beside the box')
    await desk.mouse.move(0, 0)
  }
  await desk.setViewportSize(whole)
}
