import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  openStage,
  saveTitles,
  signIn,
  until,
  untilListed,
  untilText,
  untilWatched,
} from './service-and-browser.fixture.ts'
import { countStored, cutNetwork, restoreNetwork, untilKept } from './offline-store.fixture.ts'

interface WireCollection {
  readonly id: number
  readonly name: string
  readonly query: string
}

test('collections are created, changed and deleted without a network', async (t) => {
  const stage = await openStage(t)
  const { app, base } = stage
  const [one] = await saveTitles(stage, ['One', 'Two'])
  const made = async (name: string) => {
    const answer = await app.ask(app.alice, { method: 'POST', url: '/api/collections', payload: { name } })
    return answer.json<WireCollection>().id
  }
  const [evening, old] = [await made('Evening'), await made('Old')]
  const collections = async () =>
    (await app.ask(app.alice, { url: '/api/collections' })).json<readonly WireCollection[]>()
  const page = await signIn(stage, { serviceWorkers: 'allow' })
  await untilWatched(page)
  await untilKept(page, 2)
  await until('the collections are stored', async () => (await countStored(page, 'collections')) === 2)
  await cutNetwork(stage, page)

  await page.goto(`${base}/collections/new?q=tag:sea`)
  await page.fill('[name=name]', 'evening')
  await page.click('main .form .button')
  await untilText(page, '.field-error', /already have a collection/)
  await page.fill('[name=name]', 'Night')
  await page.click('main .form .button')
  await untilText(page, 'main h1', 'Night')
  await page.goto(`${base}/view/${one}/collections`)
  await page.getByLabel('Night').check()
  await page.click('main .form .button')
  await page.goto(`${base}/collections/${evening}/edit`)
  await page.fill('[name=name]', 'Dusk')
  await page.click('main .form .button')
  await untilText(page, 'main h1', 'Dusk')
  await page.goto(`${base}/collections/${old}/edit`)
  await page.click('form[action$="/delete"] button')
  await page.waitForURL(`${base}/collections`)
  assert.equal(await page.locator('main a', { hasText: /^Old$/ }).count(), 0)
  await page.goto(`${base}/outbox`)
  await untilText(page, '.history-item', /Collection created[^]*Night[^]*Collection changed[^]*Collection deleted/)
  await page.goto(`${base}/history`)
  const undone = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.click('.history-item:has-text("Collection deleted") button')
  await undone
  await page.goto(`${base}/collections`)
  await untilText(page, 'main', /Dusk[^]*Old[^]*Night/)

  await restoreNetwork(stage, page)
  await page.goto(base)
  await until('the changes are sent', async () => (await collections()).some(({ name }) => name === 'Night'))
  const all = await collections()
  assert.deepEqual(
    all.map(({ name, query }) => [name, query]),
    [
      ['Dusk', ''],
      ['Old', ''],
      ['Night', 'tag:sea'],
    ],
  )
  const night = all.find(({ name }) => name === 'Night')!
  const inside = await app.ask(app.alice, { url: `/api/entries?collection=${night.id}` })
  assert.equal(inside.json<{ total: number }>().total, 1)
  assert.deepEqual(stage.complaints, [])
})

test('collections and their entries are put in order without a network', async (t) => {
  const stage = await openStage(t)
  const { app, base } = stage
  const saved = await saveTitles(stage, ['One', 'Two', 'Three'])
  const ids: number[] = []
  for (const name of ['Dawn', 'Noon', 'Dusk']) {
    const answer = await app.ask(app.alice, { method: 'POST', url: '/api/collections', payload: { name } })
    ids.push(answer.json<WireCollection>().id)
  }
  const [dawn] = ids
  const inside = `/api/collections/${dawn}/entries`
  await app.ask(app.alice, { method: 'POST', url: inside, payload: { entries: saved } })
  const page = await signIn(stage, { serviceWorkers: 'allow' })
  await untilWatched(page)
  await untilKept(page, 3)
  await until('the collections are stored', async () => (await countStored(page, 'collections')) === 3)
  await cutNetwork(stage, page)

  const move = async (name: string, to: string) => {
    await page.locator('main li', { hasText: name }).locator(`button[value=${to}]`).click()
  }
  await page.goto(`${base}/collections`)
  await move('Dusk', 'first')
  await untilText(page, 'main', /Dusk[^]*Dawn[^]*Noon/)
  await move('Dawn', 'down')
  await untilText(page, 'main', /Dusk[^]*Noon[^]*Dawn/)
  await page.goto(`${base}/collections/${dawn}/arrange`)
  await move('Three', 'up')
  await untilText(page, 'main', /One[^]*Three[^]*Two/)
  await move('One', 'down')
  await untilText(page, 'main', /Three[^]*One[^]*Two/)
  await page.goto(`${base}/collections/${dawn}`)
  await untilListed(page, ['Three', 'One', 'Two'])
  await page.goto(`${base}/history`)
  const undone = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.click('.history-item:first-child button')
  await undone
  await page.goto(`${base}/collections/${dawn}`)
  await untilListed(page, ['One', 'Three', 'Two'])

  await restoreNetwork(stage, page)
  await page.goto(base)
  const names = async () =>
    (await app.ask(app.alice, { url: '/api/collections' })).json<readonly WireCollection[]>().map(({ name }) => name)
  await until('the order is sent', async () => (await names()).join() === 'Dusk,Noon,Dawn')
  const listed = async () => {
    const answer = await app.ask(app.alice, { url: `/api/entries?collection=${dawn}` })
    return answer.json<{ _embedded: { items: { title: string }[] } }>()._embedded.items.map(({ title }) => title)
  }
  await until('the entries are in order', async () => (await listed()).join() === 'One,Three,Two')
  await page.goto(`${base}/outbox`)
  assert.equal(await page.locator('.history-item').count(), 0)
  assert.deepEqual(stage.complaints, [])
})
