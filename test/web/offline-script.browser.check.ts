import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until, untilText } from './service-and-browser.fixture.ts'
import {
  killBrowser,
  openProfile,
  profileFolder,
  returnOnline,
  startServer,
  storeLibrary,
  untilAgreed,
  type OfflineServer,
} from './offline-profile.fixture.ts'
import {
  archive,
  highlight,
  remove,
  save,
  shows,
  star,
  tag,
  unarchive,
  undo,
  type Step,
} from './offline-steps.fixture.ts'

/** @returns forty steps without a network: some change entries, others only view pages */
function script(server: OfflineServer): Step[] {
  const { ids, base } = server
  const id = (number: number) => ids[number - 1]!
  return [
    ...[1, 2, 3, 4, 5, 6].map((number) => archive(server, id(number))),
    ...[3, 4, 5, 6].map((number) => star(server, id(number))),
    unarchive(server, id(1)),
    unarchive(server, id(2)),
    remove(server, id(7)),
    remove(server, id(8)),
    remove(server, id(9)),
    undo,
    ...['first', 'second', 'third', 'fourth'].map((name) => save(server, name)),
    ...[1, 2, 3, 10].map((number) => tag(server, id(number), 'tide')),
    shows(server, '/all/list?tag=tide', 4),
    ...[1, 2, 3].map((number) => highlight(server, id(number))),
    shows(server, '/search?q=tag:tide+is:archived', 1),
    shows(server, '/search?q=has:note', 3),
    shows(server, '/archive/list', 4),
    shows(server, '/starred/list', 4),
    (page) => page.goto(`${base}/annotations`).then(() => page.waitForSelector('.quote-item')),
    (page) => page.goto(`${base}/collections`).then(() => untilText(page, 'main h1', 'Collections')),
    (page) => page.goto(`${base}/tag/list`).then(() => untilText(page, '.tag-list', /tide/)),
    async (page) => {
      await page.goto(`${base}/all/list`)
      await page.click('.card-title a:text-is("fourth")')
      await untilText(page, 'main h1', 'fourth')
    },
    async (page) => {
      await page.goto(`${base}/all/list`)
      await page.dispatchEvent('.card:has-text("fourth") [data-action-name=star]', 'click')
      await page.waitForSelector('.card:has-text("fourth") svg.star', { state: 'attached' })
    },
    archive(server, id(11)),
    async (page) => {
      // The list shows the change before the worker has recorded it.
      await untilRecorded(server, page, 'Entry 11')
      await page.click('.history-item:has-text("Entry 11") button')
      await until('it is dropped', async () => (await page.locator('.history-item:has-text("Entry 11")').count()) === 0)
    },
    (page) => page.goto(base),
  ]
}

/** Waits until the page of waiting changes names an entry. */
const untilRecorded = ({ base }: OfflineServer, page: Page, title: string): Promise<void> =>
  until(`a change of ${title} is recorded`, async () => {
    await page.goto(`${base}/outbox`)
    return (await page.locator(`.history-item:has-text("${title}")`).count()) > 0
  })

test('forty steps without a network, with a killed browser among them, lose nothing', async (t) => {
  const server = await startServer(t, 12)
  const folder = await profileFolder(server.cleanUp)
  let { page } = await openProfile(server, folder)
  await storeLibrary(server, page)
  await server.kill()
  const steps = script(server)
  assert.equal(steps.length, 40)
  for (const step of steps.slice(0, 24)) await step(page)
  // The page shows the last tag before the worker has recorded it.
  await untilRecorded(server, page, 'Entry 10')
  killBrowser(folder)
  ;({ page } = await openProfile(server, folder))
  for (const [index, step] of steps.slice(24).entries()) {
    await step(page).catch((error: unknown) => {
      throw new Error(`step ${index + 25}`, { cause: error })
    })
  }
  await server.start()
  await returnOnline(server, page)
  const agreed = await untilAgreed(server, page)
  const named = new Map(agreed.map((one) => [one.title, one]))
  assert.equal(agreed.length, 14, '12, four saved, two deleted')
  assert.deepEqual(
    agreed.filter((one) => one.isArchived).map((one) => one.title),
    ['Entry 3', 'Entry 4', 'Entry 5', 'Entry 6'],
  )
  assert.deepEqual(named.get('Entry 1')?.tags, ['harbour', 'tide'])
  assert.deepEqual(named.get('Entry 1')?.notes, ['some words|'])
  assert.equal(agreed.filter((one) => one.isStarred).length, 5)
})
