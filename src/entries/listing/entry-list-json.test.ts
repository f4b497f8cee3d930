import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { entryListJson } from './entry-list-json.ts'
import type { EntryVersion } from './list-entries.ts'

const AROUND = { head: '{"items":[', end: ']}' }
const presentEmpty = async (versions: readonly EntryVersion[]) => versions.map(() => [Buffer.from('{}')])
const versionsOf = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, revision: 1 })) as unknown as EntryVersion[]

test('only the read part of a long list is generated', async (t) => {
  let made = 0
  const text = Buffer.from(JSON.stringify('x'.repeat(1024 * 1024)))
  const present = async (versions: readonly EntryVersion[]) => {
    made += versions.length
    return versions.map(() => [text])
  }
  const server = createServer(async (_request, response) => {
    const list = await entryListJson({ ...AROUND, items: versionsOf(1000), hasContent: true, present })
    assert.ok(list instanceof Readable)
    list.pipe(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  t.after(() => {
    socket.destroy()
    server.close()
  })
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await setTimeout(500)
  assert.ok(made > 0 && made <= 40, `${made} of 1000 were made`)
})

test('an entry that was deleted while the list is made leaves no gap', async () => {
  for (const deleted of [[0, 1, 2, 3, 4], [5], [100, 101, 102], [119]]) {
    const present = async (versions: readonly EntryVersion[]) =>
      versions.flatMap(({ id }) => (deleted.includes(id) ? [] : [[Buffer.from(`{"id":${id}}`)]]))
    const list = await entryListJson({ ...AROUND, items: versionsOf(120), hasContent: true, present })
    const text = Buffer.concat(await (list as Readable).toArray()).toString()
    const { items } = JSON.parse(text) as { items: { id: number }[] }
    assert.equal(items.length, 120 - deleted.length)
  }
})

test('a list without contents is built in one go, however long it is', async () => {
  const list = await entryListJson({ ...AROUND, items: versionsOf(1000), hasContent: false, present: presentEmpty })
  assert.ok(Array.isArray(list))
})
