import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage, openStage, PHONE, saveTitles, signIn, until, untilText } from './service-and-browser.fixture.ts'

const styleOf = (page: Page, selector: string, property: string) =>
  page.$eval(selector, (element, name) => getComputedStyle(element).getPropertyValue(name), property)

test('lines between pages, the help in the reader, and a title from right to left, in a browser', async (t) => {
  const stage = await openStage(t)
  const { base } = stage
  const ids = await saveTitles(stage, ['جدار البحر', ...Array.from({ length: 34 }, (_, i) => `Number ${i}`)])
  const page = await signIn(stage)
  await t.test('a further page of a list has a line above its first card, the first page has none', async () => {
    await page.goto(base)
    await until('the second page', async () => {
      await page.mouse.wheel(0, 20_000)
      return (await page.locator('#cards-2 > .card').count()) > 0
    })
    const width = 'border-block-start-width'
    assert.equal(await styleOf(page, '#cards > .card:first-child', width), '0px')
    assert.equal(await styleOf(page, '#cards-2 > .card:first-child', width), '1px')
  })
  await t.test('the button that closes the help looks the same in lists and in the reader', async () => {
    const looks: string[] = []
    for (const path of ['/', `/view/${ids[0]}`]) {
      await page.goto(base + path)
      await page.waitForLoadState('networkidle')
      await page.keyboard.press('?')
      await page.waitForSelector('dialog[open] .button-icon')
      const properties = ['width', 'height', 'border-top-width', 'background-color']
      const look = await Promise.all(properties.map((name) => styleOf(page, 'dialog[open] .button-icon', name)))
      looks.push(look.join(' '))
    }
    assert.equal(looks[0], looks[1])
    assert.match(looks[0]!, /^36px 36px 0px /)
  })
  await t.test('the facts below an Arabic title are aligned with it', async () => {
    await page.goto(`${base}/view/${ids[0]}`)
    const [head, meta] = await Promise.all(
      ['.reader-head', '.reader-head .meta > span:first-child'].map((selector) =>
        page.locator(selector).first().boundingBox(),
      ),
    )
    // The box of an item includes the space for a dot before its text. The space of the first item lies in the margin,
    // so the edges may differ by the width of this space.
    assert.ok(Math.abs(head!.x + head!.width - (meta!.x + meta!.width)) < 20, JSON.stringify([head, meta]))
    const [long] = await saveTitles(stage, ['بحر'], { content: `<p>${'كلمة '.repeat(900)}</p>` })
    await page.goto(`${base}/view/${long}`)
    const minutes = page.locator('.reader-head .meta > span', { hasText: 'minutes' })
    const [number, unit] = await minutes.evaluate((one: Element) => {
      const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode()!
      return [0, 2].map((at) => {
        const letter = document.createRange()
        letter.setStart(text, at)
        letter.setEnd(text, at + 1)
        return letter.getBoundingClientRect().left
      })
    })
    assert.ok(number! < unit!, 'the number of minutes comes before its unit')
  })
  await t.test('the facts on a card stay in their order, each behind its dot, when the author is Arabic', async () => {
    await saveTitles(stage, ['Tides'], { authors: 'ليلى حداد' })
    await page.goto(base)
    const facts = page.locator('.card', { hasText: 'Tides' }).locator('.card-meta > *')
    const boxes = await facts.evaluateAll((all: Element[]) =>
      all.map((one) => {
        const [fact, words] = [one.getBoundingClientRect(), document.createRange()]
        words.selectNodeContents(one)
        return { dot: fact.left, words: words.getBoundingClientRect().left, end: fact.right }
      }),
    )
    assert.ok(boxes.length >= 3)
    for (const [index, { dot, words }] of boxes.entries()) {
      assert.ok(words - dot > 8, `room for the dot before ${await facts.nth(index).innerText()}`)
      assert.ok(index === 0 || dot >= boxes[index - 1]!.end - 1, 'the facts follow each other')
    }
  })
  await t.test('the search shows how it read a part that it did not understand', async () => {
    await page.goto(`${base}/search?q=${encodeURIComponent('is:un sort:colour')}`)
    const said = await page.locator('.search-warnings li').allInnerTexts()
    assert.match(said.join(), /“is:un” isn’t a valid filter, so it was searched for as text/)
    assert.match(said.join(), /“sort:colour” isn’t a valid sort order or limit, so it was ignored/)
  })
  await t.test('a long title leaves the button that undoes a change in one line on a phone', async () => {
    const [id] = await saveTitles(stage, ['A title that is longer than a phone is wide, and then some'])
    const phone = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
    await phone.goto(`${base}/view/${id}`)
    await phone.locator('#bar-archive').tap()
    await untilText(phone, '.toast p', /^Archived: /)
    await phone.goto(`${base}/history`)
    const button = phone.getByRole('button', { name: 'Undo' })
    assert.equal(
      await button.evaluate((one: Element) => {
        const words = document.createRange()
        words.selectNodeContents(one)
        return words.getClientRects().length
      }),
      1,
    )
    await phone.context().close()
  })
  await t.test('the button that undoes a deletion is large enough for a finger', async () => {
    const [id] = await saveTitles(stage, ['Ebb'])
    const phone = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
    await phone.goto(`${base}/view/${id}`)
    await phone.locator('[popovertarget=more-menu]').tap()
    await phone.getByRole('button', { name: 'Delete' }).tap()
    await untilText(phone, '.notice', /Deleted/)
    assert.equal(await styleOf(phone, '.notice button', 'border-top-width'), '0px')
    assert.ok((await phone.locator('.notice button').boundingBox())!.height >= 44)
    await phone.context().close()
  })
  await t.test(
    'the button that copies a quote is wide enough for a finger, and the tools of a note are on one line',
    async () => {
      const entry = `/api/annotations/${ids[3]}`
      const range = { start: '/p[1]', startOffset: '0', end: '/p[1]', endOffset: '6' }
      await stage.app.ask(stage.app.alice, {
        method: 'POST',
        url: entry,
        payload: { quote: 'Number', ranges: [range] },
      })
      const phone = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
      await phone.goto(`${base}/annotations`)
      const box = (await phone.getByRole('button', { name: 'Copy as quote' }).first().boundingBox())!
      assert.ok(box.width >= 44 && box.height >= 44, JSON.stringify(box))
      await phone.goto(`${base}/view/${ids[3]}`)
      const middles = await phone.$$eval('.annotation-actions :is(.mark-dot, button)', (all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2),
      )
      assert.equal(middles.length, 3)
      assert.ok(Math.max(...middles) - Math.min(...middles) < 2, `the colour is on the line of the buttons: ${middles}`)
      await phone.context().close()
    },
  )
  await t.test('the dot of a note stays on the line where its passage ends', async () => {
    const [id] = await saveTitles(stage, ['Noted'], {
      content: '<p>The wall stood there until the tide of 1910. Then it fell.</p>',
    })
    const range = { start: '/p[1]', end: '/p[1]', startOffset: '0', endOffset: '44' }
    await stage.app.ask(stage.app.alice, {
      method: 'POST',
      url: `/api/annotations/${id}`,
      payload: { quote: 'The wall stood there until the tide of 1910.', text: 'Which wall?', ranges: [range] },
    })
    await page.goto(`${base}/view/${id}`)
    for (let width = 320; width < 480; width += 8) {
      await page.setViewportSize({ width, height: 800 })
      const [mark, dot] = await page.evaluate<[number, number]>(`[
        [...document.querySelector('.prose mark').getClientRects()].at(-1).bottom,
        document.querySelector('.note-link').getBoundingClientRect().bottom,
      ]`)
      assert.ok(Math.abs(mark - dot) < 12, `at ${width}: ${mark} and ${dot}`)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  await t.test('with text of twice the size, every action is reached on a phone', async () => {
    const phone = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
    await phone.addInitScript(
      "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%' })",
    )
    const isSeen = async (selector: string) => {
      const box = (await phone.locator(selector).boundingBox())!
      assert.ok(box.x >= 0 && box.x + box.width <= PHONE.width, `${selector} at ${box.x}, ${box.width} wide`)
    }
    await phone.goto(`${base}/view/${ids[3]}`)
    await isSeen('.reader-bar [popovertarget=more-menu]')
    await phone.goto(`${base}/all/list`)
    await phone.click('.list-menu > summary')
    await isSeen('.list-menu > ul')
    await phone.locator('.card-check input').first().dispatchEvent('click')
    await isSeen('.bulk-more > summary')
    await phone.goto(`${base}/search?q=tide`)
    assert.ok((await phone.locator('#q').boundingBox())!.width > 300)
    await phone.goto(`${base}/all/list`)
    await phone.click('.filters > summary')
    for (const id of ['query', 'sort', 'within', 'language']) await isSeen(`#filter-${id}`)
    const payload = { name: 'Long winter evenings' }
    await stage.app.ask(stage.app.alice, { method: 'POST', url: '/api/collections', payload })
    for (const path of ['/all/list', '/collections', '/collections/new', '/config/security']) {
      await phone.goto(base + path)
      assert.equal(await phone.evaluate('document.documentElement.scrollWidth'), PHONE.width, path)
    }
    await phone.context().close()
  })
  await t.test('links that stand alone are high enough for a finger', async () => {
    const phone = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
    for (const [path, selector] of [
      [`/view/${ids[3]}`, '.reader-head .eyebrow a'],
      ['/config#set-feed_config', '#set-feed_config a'],
      ['/tag/list', '.tag-untagged a'],
    ] as const) {
      await phone.goto(base + path)
      assert.ok((await phone.locator(selector).boundingBox())!.height >= 43.5, path)
    }
    await phone.context().close()
  })
  await t.test(
    'the bar for selected entries has buttons for fingers, and takes at most a tenth of a phone',
    async () => {
      const phone = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
      await phone.locator('.card-check input').first().dispatchEvent('click')
      await untilText(phone, '[data-bulk-target=count]', '1 selected')
      const heights = await phone
        .locator('.bulk-actions > button, .bulk-actions > .menu > summary')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
      assert.ok(heights.length >= 6 && Math.min(...heights) >= 44, heights.join())
      assert.ok((await phone.locator('.bulk').boundingBox())!.height <= PHONE.height / 10)
      await phone.context().close()
    },
  )
  await t.test('on a phone, a title keeps its colour under a finger, and a search its tools on one line', async () => {
    const phone = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
    await phone.hover('.card-title a')
    assert.equal(await styleOf(phone, '.card-title a', 'color'), await styleOf(phone, '.card-title', 'color'))
    await phone.goto(`${base}/search?q=number`)
    const tops = await phone
      .locator('.page-head > *')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2))
    assert.equal(tops.length, 3)
    assert.ok(Math.max(...tops) - Math.min(...tops) < 12, tops.join())
    assert.ok((await phone.locator('.search-save').boundingBox())!.width >= 44)
    await phone.context().close()
  })
  await t.test('the menu of an article is as wide as a phone', async () => {
    const phone = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
    await phone.goto(`${base}/view/${ids[2]}`)
    await phone.locator('[popovertarget=more-menu]').tap()
    assert.equal((await phone.locator('#more-menu').boundingBox())!.width, PHONE.width)
    await phone.context().close()
  })
  await t.test('the list of shortcuts fits the window', async () => {
    await page.goto(base)
    await page.keyboard.press('?')
    const dialog = page.locator('dialog[open]')
    await dialog.locator('.keys').first().waitFor()
    const [whole, shown] = await dialog.evaluate((one) => [one.scrollHeight, one.clientHeight])
    assert.ok(whole! <= shown!, `${whole} of ${shown}`)
    await page.keyboard.press('Escape')
  })
  await t.test('a message is not behind the panel that is open on a phone', async () => {
    const phone = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
    await phone.goto(`${base}/view/${ids[2]}`)
    await phone.locator('[popovertarget=tags-panel]').tap()
    await phone.fill('#tag-field', 'sea')
    await phone.keyboard.press('Enter')
    await untilText(phone, '.toast p', /^Tagged: /)
    const [toast, panel] = [
      (await phone.locator('.toast').boundingBox())!,
      (await phone.locator('#tags-panel').boundingBox())!,
    ]
    assert.ok(toast.y + toast.height <= panel.y, JSON.stringify([toast, panel]))
    await phone.context().close()
  })
  await t.test('the button of a long message stays on one line on a phone', async () => {
    const title = 'The 10 Best (and Cheapest) Airfare Search Sites for the whole of 2026'
    await saveTitles(stage, [title])
    const phone = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
    await phone.locator('.card', { hasText: title }).waitFor()
    await phone.locator('.card', { hasText: title }).locator('[data-action-name=archive]').dispatchEvent('click')
    const button = phone.locator('.toast button')
    await button.waitFor()
    const lines = await button.evaluate((one) => {
      const text = document.createRange()
      text.selectNodeContents(one)
      return new Set([...text.getClientRects()].map(({ top }) => top)).size
    })
    assert.equal(lines, 1)
    await phone.context().close()
  })
  await t.test('the first page on a phone shows the code of the bookmark only on request', async () => {
    const fresh = await stage.app.newUser()
    const phone = await openPage(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
    await phone.goto(`${base}/login`)
    await phone.fill('[name=_username]', fresh.username)
    await phone.fill('[name=_password]', fresh.password)
    await phone.click('main .button')
    await untilText(phone, '#empty h2', 'Nothing to read')
    const code = phone.locator('.for-touch code')
    assert.equal(await code.isVisible(), false)
    const summary = phone.locator('.for-touch summary')
    assert.ok((await summary.boundingBox())!.height >= 44)
    await summary.tap()
    assert.match(await code.innerText(), /^javascript:/)
    await phone.context().close()
  })
  await t.test('a heading links to itself, which the keyboard shows', async () => {
    const content = `<p>Words.</p><h2>Low water</h2>${'<p>The sea went out.</p>'.repeat(40)}<h2>Stones</h2><p>End.</p>`
    const [id] = await saveTitles(stage, ['Headings'], { content })
    await page.goto(`${base}/view/${id}`)
    const link = page.getByRole('link', { name: 'Link to this section' }).last()
    assert.equal(await link.evaluate((one) => getComputedStyle(one).opacity), '0')
    await page.locator('.prose .heading-link').first().focus()
    await page.keyboard.press('Tab')
    assert.equal(await link.evaluate((one) => getComputedStyle(one).opacity), '1')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#section-2$/)
    assert.ok(await page.locator('#section-2').isVisible())
  })
  await t.test('a passage that the site has marked does not look like a highlight', async () => {
    const [id] = await saveTitles(stage, ['Marks'], {
      content: '<p>Low water <mark>at noon</mark>. The wall stood.</p>',
    })
    await page.goto(`${base}/view/${id}`)
    await page.keyboard.press('j')
    await page.keyboard.press('h')
    await page.waitForSelector('.prose mark.annotation mark, .prose mark.annotation')
    const colors = ['.prose mark.annotation', '.prose mark:not([class])'].map((one) =>
      styleOf(page, one, 'background-color'),
    )
    const [highlight, marked] = await Promise.all(colors)
    assert.notEqual(highlight, marked)
  })
  await t.test('a message replaces the previous one', async () => {
    await page.goto(`${base}/view/${ids[1]}?list=unread`)
    await page.keyboard.press('#')
    await untilText(page, '.notice', /Deleted/)
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await untilText(page, '.toast p', /^Archived: /)
    await until('one message', async () => (await page.locator('.notice, .toast').count()) === 1)
  })
  assert.deepEqual(stage.complaints, [])
})
