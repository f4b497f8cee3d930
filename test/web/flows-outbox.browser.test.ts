import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { findUserConfig } from '../../src/users/user-config.repository.ts'
import {
  openStage,
  press,
  saveTitles,
  signIn,
  until,
  untilListed,
  untilText,
  untilWatched,
  type Stage,
} from './service-and-browser.fixture.ts'
import { countStored, cutNetwork, restoreNetwork, untilKept } from './offline-store.fixture.ts'
import { selectForBar } from './select-text.fixture.ts'

test('changes without a network', async (t) => {
  const stage = await openStage(t)
  const [first] = await saveTitles(stage, ['One', 'Two', 'Three', 'Four'], { tags: 'harbour' })
  const page = await signIn(stage, { serviceWorkers: 'allow' })
  await untilWatched(page)
  await untilKept(page, 4)
  await cutNetwork(stage, page)
  await page.goto(stage.base)
  await changesLists(t, stage, page)
  await saves(t, stage, page)
  await changesArticle(t, stage, page, first!)
  await lists(t, stage, page)
  await sends(t, stage, page)
  assert.deepEqual(stage.complaints, [])
})

test('recent and pending changes without a network', async (t) => {
  const stage = await openStage(t)
  const [first] = await saveTitles(stage, ['One'])
  await stage.app.save(stage.app.alice, `${stage.app.site.url}/missing/500`)
  const page = await signIn(stage, { serviceWorkers: 'allow' })
  await untilWatched(page)
  await untilKept(page, 1)
  // The star shows before the server has it, and a request that the cut ends would wait like one made without a network.
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await press(page, 'One', 'star')
  await (await answered).finished()
  await untilWatched(page)
  await cutNetwork(stage, page)
  await t.test('changes made online are said to need a connection', async () => {
    await page.goto(`${stage.base}/history`)
    await untilText(page, 'main .lead', 'Earlier changes can be undone when you’re back online.')
    await untilText(page, 'main h2', 'No changes made offline')
    await page.goto(stage.base)
    await page.keyboard.press('z')
    await untilText(page, '#toasts', /Earlier changes can be undone when you’re back online/)
  })
  await t.test('a page that could not be fetched is shown with its address, as on its card', async () => {
    const title = `${stage.app.site.url.replace('http://', '')}/missing/500`
    await page.goto(`${stage.base}/view/${first}?list=all`)
    await untilText(page, '.neighbour-title', title)
    await page.goto(stage.base)
    await page.locator('.card', { hasText: 'missing/500' }).locator('[data-action-name=star]').click()
    await page.waitForSelector('.card:has-text("missing/500") svg.star')
    for (const path of ['/outbox', '/history']) {
      await page.goto(stage.base + path)
      await untilText(page, '.history-title', title)
    }
  })
  assert.deepEqual(stage.complaints, [])
})

async function changesLists(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('archiving, starring and deleting are visible at once, and can be undone', async () => {
    await press(page, 'Four', 'archive')
    await untilListed(page, ['Three', 'Two', 'One'])
    await press(page, 'Three', 'delete')
    await untilListed(page, ['Two', 'One'])
    await page.click('#toasts [data-action-name=undo]')
    await untilListed(page, ['Three', 'Two', 'One'])
    await press(page, 'Two', 'star')
    await page.waitForSelector('.card:has-text("Two") svg.star')
    await page.goto(`${stage.base}/archive/list`)
    await untilListed(page, ['Four'])
  })
}

async function saves(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('an address can be saved, opened and changed', async () => {
    await page.goto(stage.base)
    await page.fill('[name="entry[url]"]', `${stage.app.site.url}/article/made-offline`)
    await page.keyboard.press('Enter')
    await untilListed(page, ['made-offline', 'Three', 'Two', 'One'])
    await press(page, 'made-offline', 'star')
    await page.waitForSelector('.card:has-text("made-offline") svg.star')
    await page.click('.card-title a:text-is("made-offline")')
    await untilText(page, 'main h1', 'made-offline')
  })
}

async function changesArticle(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  await t.test('tags and notes persist, also after a reload', async () => {
    await page.goto(`${stage.base}/view/${id}`)
    await page.click('[data-action-name=tags]')
    await page.fill('[name=add]', 'sea')
    await page.keyboard.press('Enter')
    await untilText(page, '#head-tags', /sea/)
    await selectForBar(page, 'told here')
    await page.click('[data-action-name=note]')
    await page.fill('#note-box-tags', 'Craft')
    await page.keyboard.press('Enter')
    await untilText(page, '.annotation-tags', '#craft')
    await page.click('[data-action-name=more]')
    await page.click('[data-action-name=page-note]')
    await page.fill('#entry-note-text', 'For the talk')
    await page.click('#entry-note-editor .button')
    await untilText(page, '#entry-note .note', 'For the talk')
    await page.click('#entry-note-edit')
    await page.fill('#entry-note-text', 'For the book')
    await page.click('#entry-note-editor .button')
    await untilText(page, '#entry-note .note', 'For the book')
    await page.click('#toasts [data-action-name=undo]')
    await untilText(page, '#entry-note .note', 'For the talk')
    await page.reload()
    await page.waitForSelector('mark.annotation')
    await untilText(page, '#entry-note .note', 'For the talk')
    await untilText(page, '#head-tags', /sea/)
    await page.goto(`${stage.base}/annotations`)
    await untilText(page, '.quote-list', /told here[^]*For the talk|For the talk[^]*told here/)
    await page.goto(`${stage.base}/annotations?tag=craft`)
    await untilText(page, '.quote-list', /^told here[^]*#craft/)
    await page.goto(`${stage.base}/search?q=note:talk+has:note`)
    await untilListed(page, ['One'])
  })
}

async function lists(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('a page lists waiting changes and discards one', async () => {
    await page.goto(stage.base)
    await untilText(page, '#offline-state', /offline[^]*7 pending changes/)
    await page.click('#offline-state a')
    await untilText(page, 'main h1', 'Pending changes')
    assert.equal(await page.locator('#offline-state a').count(), 0, 'the page does not link to itself')
    assert.equal(await page.locator('.history-item').count(), 7)
    await untilText(page, '.history', /Note changed/)
    await page.click('.history-item:has-text("Two") button')
    await until('it is dropped', async () => (await page.locator('.history-item').count()) === 6)
  })
}

async function sends(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('when the network returns, the open page shows it and keeps what was saved', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(stage.base)
    await untilText(page, '#offline-state', /offline/)
    await untilText(page, '.card-state-pending', 'Saved on this device. The page will be fetched when you’re online.')
    await page.click('.list-menu > summary')
    await page.click('.list-menu [value=rows]')
    await page.waitForSelector('.cards.rows')
    await page.goto(stage.base)
    await page.waitForSelector('.cards.rows')
    await page.click('.card-title a')
    await page.click('[data-action-name=look]')
    await page.click('#look-panel [value=black]')
    await page.click('#look-panel [value=sepia]')
    await page.click('#look-panel [value=legible]')
    // The page is made when it is requested, and the change may still be on its way to the device.
    await until('the choice is kept', async () => {
      await page.goto(`${stage.base}/outbox`)
      return (await page.innerText('main')).includes('Appearance changed')
    })
    assert.equal(
      (await page.locator('main').innerText()).match(/Appearance changed/g)?.length,
      1,
      'the last choice counts',
    )
    await page.goto(stage.base)
    await restoreNetwork(stage, page)
    await page.evaluate("dispatchEvent(new Event('online'))")
    await until('the line is empty', async () => (await page.textContent('#offline-state'))?.trim() === '')
    await page.waitForSelector('.card:has-text("made-offline") svg.star')
    assert.deepEqual(
      asked.filter((url) => /[?&]ids=\D*9\d{14}/.test(decodeURIComponent(url))),
      [],
      'the server is not asked for ids of this browser',
    )
  })
  await t.test('with a network again, the server has all of it', async () => {
    await page.goto(stage.base)
    await until(
      'nothing waits',
      async () => !/waiting/.test((await page.locator('#offline-state').textContent()) ?? ''),
    )
    const { alice, database } = stage.app
    const layout = async () => (await database.read((db) => findUserConfig(db, alice.id))).preferences['layout']
    await until('the layout is sent', async () => (await layout()) === 'rows')
    await page.reload()
    assert.equal(await page.getAttribute('html', 'data-theme'), 'sepia')
    assert.equal(await page.getAttribute('html', 'data-font'), 'legible')
    const { items } = await entries(stage)
    const byTitle = new Map(items.map((one) => [one.title, one]))
    assert.equal(byTitle.get('Four')?.is_archived, 1)
    assert.equal(byTitle.get('Three')?.is_archived, 0)
    assert.equal(byTitle.get('Two')?.is_starred, 0)
    const made = items.find(({ given_url: url }) => url.endsWith('/made-offline'))
    assert.equal(made?.is_starred, 1)
    const one = byTitle.get('One')!
    assert.deepEqual(
      one.tags.map(({ label }) => label),
      ['harbour', 'sea'],
    )
    assert.equal(one.annotations.length, 1)
    const exported = await stage.app.ask(stage.app.alice, { url: '/api/annotations?tag=craft' })
    assert.deepEqual(
      exported.json<{ quote: string }[]>().map(({ quote }) => quote),
      ['told here'],
    )
    await page.goto(`${stage.base}/search?q=note:talk`)
    await untilListed(page, ['One'])
    assert.ok((await countStored(page, 'outbox')) > 0, 'kept for undoing')
  })
}

interface WireEntry {
  readonly title: string
  readonly given_url: string
  readonly is_archived: number
  readonly is_starred: number
  readonly tags: readonly { readonly label: string }[]
  readonly annotations: readonly unknown[]
}

async function entries({ app }: Stage): Promise<{ readonly items: readonly WireEntry[] }> {
  const answer = await app.ask(app.alice, { method: 'GET', url: '/api/entries?perPage=100' })
  return { items: (answer.json() as { _embedded: { items: WireEntry[] } })._embedded.items }
}
