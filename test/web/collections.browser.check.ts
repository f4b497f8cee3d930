import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, PHONE, signIn, until, untilText } from './service-and-browser.fixture.ts'

test('collections are created, filled and arranged by hand', async (t) => {
  const stage = await openStage(t)
  const { app, base, complaints } = stage
  const saved: number[] = []
  for (const name of ['Alpha', 'Beta', 'Gamma']) {
    saved.push((await app.save(app.alice, `https://example.org/${name}`, { title: name, content: '<p>x</p>' })).id)
  }
  const page = await signIn(stage)
  const titles = (selector: string) => page.locator(selector).allTextContents()
  const order = async () => (await titles('.order-name')).map((name) => name.trim()).join()

  await t.test('a search becomes a collection, which the rail counts', async () => {
    await page.goto(`${base}/search?q=is:unread`)
    await page.click('.search-save')
    await untilText(page, '.query-preview', /3 entries · unread\s+Gamma\s+Beta\s+Alpha/)
    await page.fill('[name=query]', 'title:beta is:unraed')
    await untilText(page, '.query-preview', /0 entries[^]*“is:unraed” isn’t a valid filter/)
    await page.fill('[name=query]', 'is:unread')
    await page.fill('[name=name]', 'To read')
    await page.click('main .button')
    await page.waitForURL(/\/collections\/\d+$/)
    await until('the rail counts it', async () => (await titles('#rail-collections .count')).join() === '3')
  })
  await t.test('an entry is added from its card, and to a new collection', async () => {
    await page.goto(`${base}/all/list`)
    await page.hover(`#entry-${saved[0]}`)
    await page.click(`#entry-${saved[0]} [data-action-name=collect]`)
    await page.fill('#card-collections-field', 'Evening')
    await page.click('#card-collections .button')
    await until('the rail shows it', async () => (await titles('.rail .collection-name')).includes('Evening'))
    await page.keyboard.press('Escape')
  })
  await t.test('ticked entries are added together', async () => {
    for (const id of saved.slice(1)) await page.check(`#entry-${id} .card-check input`, { force: true })
    await page.click('.bulk-collections > summary')
    await page.selectOption('#bulk-collection', { label: 'Evening' })
    await page.click('.bulk [value=collect]')
    await page.waitForSelector('.toast:has-text("2 entries added")')
  })
  await t.test('rows are moved by dragging and by buttons, and stay there', async () => {
    await page.click('.collections-nav a:has-text("Evening")')
    await page.click('.tools a[href$="/arrange"]')
    await page.waitForSelector('.order-list')
    assert.equal(await order(), 'Alpha,Gamma,Beta')
    const moved = page.waitForResponse((answer) => answer.url().endsWith('/move'))
    await page.locator(`#entry-${saved[0]} .order-handle`).dragTo(page.locator(`#entry-${saved[1]}`), {
      targetPosition: { x: 20, y: 40 },
    })
    await until('Alpha is last', async () => (await order()) === 'Gamma,Beta,Alpha')
    await moved
    await page.reload()
    assert.equal(await order(), 'Gamma,Beta,Alpha')
    await page.focus(`#entry-${saved[1]} [value=up]`)
    await page.keyboard.press('Enter')
    await until('Beta is first', async () => (await order()) === 'Beta,Gamma,Alpha')
    await page.reload()
    assert.equal(await order(), 'Beta,Gamma,Alpha')
  })
  await t.test('the menu opens below its button, and closes with Escape or a press elsewhere', async () => {
    await page.click('.collections-nav a:has-text("Evening")')
    const menu = page.locator('.tools .menu')
    const isOpen = () => menu.evaluate((one) => (one as HTMLDetailsElement).open)
    await menu.locator('summary').click()
    const [button, list] = [await menu.locator('summary').boundingBox(), await menu.locator('ul').boundingBox()]
    assert.ok(list!.y >= button!.y + button!.height && list!.x + list!.width <= 1280, JSON.stringify({ button, list }))
    await until('Escape closes it, once its script is loaded', async () => {
      await page.keyboard.press('Escape')
      return !(await isOpen())
    })
    assert.equal(await page.evaluate('document.activeElement.closest(".menu") !== null'), true)
    await page.keyboard.press('Enter')
    assert.equal(await isOpen(), true)
    await page.click('h1')
    assert.equal(await isOpen(), false)
  })
  await t.test('a long name leaves the count in one line in the rail, and a row of two lines on a phone', async () => {
    const name = 'Essays on walls, harbours, tides and the people who carry stones between them'
    const fields = { name, pinned: '1' }
    for (let i = 0; i < 12; i++) {
      await app.save(app.alice, `https://example.org/more-${i}`, { title: `More ${i}`, content: '<p>x</p>' })
    }
    await app.ask(app.alice, { method: 'POST', url: '/api/collections', payload: { ...fields, query: 'is:unread' } })
    await page.goto(`${base}/collections`)
    const link = page.locator('.collections-nav a', { hasText: name })
    await until('the count', async () => (await link.locator('.count').innerText()) === '15')
    assert.ok((await link.locator('.count').boundingBox())!.height < 24)
    await page.setViewportSize(PHONE)
    const row = page.locator('.order-row', { hasText: name })
    assert.ok((await row.boundingBox())!.height < 72, JSON.stringify(await row.boundingBox()))
    // The rail has no room on a phone, so its menu contains the pinned collections.
    for (let i = 0; i < 15; i++) {
      await app.ask(app.alice, {
        method: 'POST',
        url: '/api/collections',
        payload: { name: `Shelf ${i}`, pinned: '1' },
      })
    }
    await page.reload()
    await page.locator('.account-nav summary').click()
    const menu = (await page.locator('.account-nav .menu > ul').boundingBox())!
    assert.ok(menu.y + menu.height < PHONE.height, JSON.stringify(menu))
    await page.locator('.account-nav a', { hasText: name }).click()
    await page.waitForURL(/\/collections\/\d+$/)
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  await t.test(
    'what matters only to a public page is shown with it, and the collection links to the page',
    async () => {
      await page.goto(`${base}/collections/new`)
      await page.fill('[name=name]', 'Shared shelf')
      await page.fill('[name=query]', 'is:unread')
      assert.equal(await page.isVisible('[name=description]'), false)
      await page.check('[name=public]')
      await page.fill('[name=description]', 'For the way.')
      await page.click('main form .button')
      await untilText(page, 'main h1', 'Shared shelf')
      await page.setViewportSize(PHONE)
      const [title, tools] = [
        (await page.locator('main h1').boundingBox())!,
        (await page.locator('main .tools').boundingBox())!,
      ]
      assert.ok(tools.y < title.y + title.height, 'the tools are on the line of the name')
      await page.setViewportSize({ width: 1280, height: 800 })
      const { pathname } = new URL((await page.getAttribute('.collection-link a', 'href'))!)
      assert.match(pathname, /^\/c\/\w+$/)
      await page.goto(base + pathname)
      await untilText(page, 'main', /For the way\./)
    },
  )
  await t.test('without a script, all functions are available on a phone', async () => {
    const calm = await signIn(stage, { viewport: PHONE, javaScriptEnabled: false })
    await calm.goto(`${base}/collections`)
    await calm.click('.order-name:has-text("Evening")')
    await calm.waitForURL(/\/collections\/\d+$/)
    assert.equal(await calm.locator('.card-title').count(), 3)
    await calm.click('.tools a[href$="/arrange"]')
    await calm.waitForSelector('.order-list')
    assert.equal(await calm.isVisible('.order-lead'), false, 'the page does not offer to drag')
    await calm.goBack()
    await calm.click('.tools a[href$="/edit"]')
    await calm.click('.collection-delete button')
    await calm.waitForURL(/\/collections$/)
    await calm.click('.notice button')
    await calm.waitForSelector('.order-name:has-text("Evening")')
  })
  assert.deepEqual(complaints, [])
})
