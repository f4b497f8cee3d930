import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untilText } from './service-and-browser.fixture.ts'
import {
  openProfile,
  profileFolder,
  startServer,
  storeLibrary,
  untilAgreed,
  type OfflineServer,
} from './offline-profile.fixture.ts'
import { archive, remove, save, star, tag, unarchive, type Step } from './offline-steps.fixture.ts'

test('two browsers that both were without a network end with the same library as the server', async (t) => {
  const server = await startServer(t, 6)
  const [one, other] = [
    await openProfile(server, await profileFolder(server.cleanUp)),
    await openProfile(server, await profileFolder(server.cleanUp)),
  ]
  await storeLibrary(server, one.page)
  await storeLibrary(server, other.page)
  await server.kill()
  const id = (number: number) => server.ids[number - 1]!
  const here = [
    archive(server, id(1)),
    star(server, id(2)),
    remove(server, id(3)),
    save(server, 'both'),
    tag(server, id(4), 'here'),
  ]
  const there = [
    archive(server, id(2)),
    unarchiveAfterArchive(server, id(1)),
    star(server, id(3)),
    save(server, 'both'),
    tag(server, id(4), 'there'),
  ]
  for (const step of here) await step(one.page)
  for (const step of there) await step(other.page)
  // The other browser sends nothing before the server has the deletion, so the star is refused.
  await other.page.goto('about:blank')
  await server.start()
  await one.page.goto(server.base)
  await untilAgreed(server, one.page)
  await other.page.goto(server.base)
  await untilAgreed(server, other.page)
  await one.page.goto(server.base)
  const agreed = await untilAgreed(server, one.page)
  await other.page.goto(server.base)
  await untilAgreed(server, other.page)
  const named = new Map(agreed.map((entry) => [entry.title, entry]))
  assert.equal(named.has('Entry 3'), false, 'deleting wins')
  assert.deepEqual([named.get('Entry 2')?.isArchived, named.get('Entry 2')?.isStarred], [true, true])
  assert.equal(named.get('Entry 1')?.isArchived, false, 'the later change wins')
  assert.deepEqual(named.get('Entry 4')?.tags, ['harbour', 'here', 'there'])
  assert.equal(agreed.length, 6, 'one address, one entry')
  await other.page.goto(`${server.base}/outbox`)
  await untilText(other.page, '#problems', 'Not applied')
})

const unarchiveAfterArchive =
  (server: OfflineServer, id: number): Step =>
  async (page) => {
    await archive(server, id)(page)
    await unarchive(server, id)(page)
  }
