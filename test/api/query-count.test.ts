import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS } from '../support/database.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { knownEntryFinder } from '../../src/entries/entries-by-address.ts'
import { hashRaw } from '../../src/entries/saving/address-hashes.ts'

const GIVEN = { title: 'T', content: '<p>C</p>', tags: 'a,b' }
const address = (number: number) => `https://example.org/${number}`

/** @returns the statements of the requests in `work` */
async function statements(app: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  app.queries.length = 0
  await work()
  return [...app.queries]
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the number of queries does not grow with the number of entries`, async (t) => {
    const app = await testApp(t, dialect)
    const first = await app.save(app.alice, address(0), GIVEN)
    await app.token(app.alice)
    let round = 0
    // A different query each time avoids cached responses. A write by another user clears the cache of tokens.
    const list = async (query: string) => {
      await app.save(app.bob, address(++round), GIVEN)
      return statements(app, () => app.ask(app.alice, { url: `/api/entries?${query}&since=${round}` }))
    }
    const read = () => statements(app, () => app.ask(app.alice, { url: `/api/entries/${first.id}` }))
    let number = 1000
    const save = () => statements(app, () => app.save(app.alice, address(++number), GIVEN))
    const saveAgain = () => statements(app, () => app.save(app.alice, address(0), { starred: 1 }))
    const costs = async () => ({
      list: (await list('perPage=50')).length,
      metadata: (await list('perPage=50&detail=metadata')).length,
      filtered: (await list('perPage=50&tags=a,b&archive=0')).length,
      read: (await read()).length,
      save: (await save()).length,
      saveAgain: (await saveAgain()).length,
    })
    await saveAgain()
    const before = await costs()
    for (let count = 0; count < 20; count++) await app.save(app.alice, address(++number), GIVEN)
    await t.test('for 21 entries as many as for one', async () => assert.deepEqual(await costs(), before))
    await t.test('and that is few', () => {
      // A list takes one statement each for the token, the count and the ids of the page, and then one each for the
      // entries, tags, annotations and contents of the whole page.
      assert.ok(before.list <= 7 && before.metadata <= 6 && before.read <= 5, JSON.stringify(before))
      assert.ok(before.save <= 20 && before.saveAgain <= 12, JSON.stringify(before))
    })
    await t.test('a list that has not changed costs the token at most', async () => {
      const { etag } = (await app.ask(app.alice, { url: '/api/entries' })).headers
      const headers = { 'if-none-match': String(etag) }
      assert.ok((await statements(app, () => app.ask(app.alice, { url: '/api/entries', headers }))).length <= 1)
    })
    await t.test('identifying the user needs one query', async () => {
      const run = await statements(app, () => app.ask(app.alice, { url: '/api/version' }))
      assert.ok(run.length <= 1, run.join('\n'))
    })
  })
}

interface PlanLine {
  readonly detail: string
}

test('sqlite: lists, counts, look-ups and tokens are found by an index, never by reading all entries', async (t) => {
  const app = await testApp(t, 'sqlite')
  const first = await app.save(app.alice, address(0), GIVEN)
  const run: string[] = []
  const gather = async (url: string) => {
    await app.save(app.bob, address(run.length), GIVEN)
    run.push(...(await statements(app, () => app.ask(app.alice, { url }))))
  }
  for (const query of [
    '',
    '?archive=0',
    '?starred=1',
    '?sort=updated&since=1',
    '?domain_name=x',
    '?tags=a,b',
    '?order=asc',
  ]) {
    await gather(`/api/entries${query}`)
  }
  await gather(`/api/entries/${first.id}`)
  const known = knownEntryFinder(app.database)
  const hash = Buffer.from(hashRaw(address(0))).toString('hex')
  run.push(...(await statements(app, () => known(app.alice.id, [hash]))))
  const texts = [...new Set(run)].filter((sql) => /^\s*select/i.test(sql))
  assert.ok(texts.length >= 14, `only ${texts.length} statements were seen`)
  for (const sql of texts) {
    await t.test(sql.replaceAll(/\s+/g, ' ').trim().slice(0, 110), async () => {
      const plan = await app.database.prepare<PlanLine>(`explain query plan ${sql}`).all()
      const lines = plan.map(({ detail }) => detail)
      assert.ok(
        lines.some((line) => /USING (?:COVERING )?(?:INDEX|PRIMARY KEY|INTEGER PRIMARY KEY)/.test(line)),
        lines.join('\n'),
      )
      const scans = lines.filter((line) => /^SCAN (?!json_each)/.test(line))
      assert.deepEqual(scans, [])
    })
  }
})
