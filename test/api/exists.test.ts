import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

const GIVEN = { title: 'Title', content: '<p>Content</p>' }
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')
const SPACED = 'https://example.org/a%20b+c'

for (const dialect of DIALECTS) {
  test(`${dialect}: asking whether addresses are saved`, async (t) => {
    const app = await testApp(t, dialect)
    const { id } = await app.save(app.alice, SPACED, GIVEN)
    await single(t, app, id)
    await lists(t, app, id)
    await faults(t, app)
  })
}

const ask = async (app: TestApp, query: string, user = app.alice) => {
  const answer = await app.ask(user, { url: `/api/entries/exists?${query}` })
  return answer.json<unknown>()
}
const encoded = encodeURIComponent(SPACED)

async function single(t: TestContext, app: TestApp, id: number): Promise<void> {
  await t.test('one address or hash is answered true or false, with ids a number or null', async () => {
    assert.deepEqual(await ask(app, `url=${encoded}`), { exists: true })
    assert.deepEqual(await ask(app, 'url=https://example.org/none'), { exists: false })
    assert.deepEqual(await ask(app, `url=${encoded}&return_id=1`), { exists: id })
    assert.deepEqual(await ask(app, 'url=https://example.org/none&return_id=1'), { exists: null })
    assert.deepEqual(await ask(app, `url=${encoded}&return_id=0`), { exists: true })
  })

  await t.test('both hashes name the entry: of the address as it is, and percent-decoded', async () => {
    assert.deepEqual(await ask(app, `hashed_url=${sha1(SPACED)}&return_id=1`), { exists: id })
    assert.deepEqual(await ask(app, `hashed_url=${sha1('https://example.org/a b c')}&return_id=1`), { exists: id })
    assert.deepEqual(await ask(app, `hashed_url=${sha1(SPACED).toUpperCase()}`), { exists: true })
    assert.deepEqual(await ask(app, 'hashed_url=nonsense'), { exists: false })
  })

  await t.test('another spelling of the same address is the same entry', async () => {
    assert.deepEqual(await ask(app, `url=${encodeURIComponent('https://example.org/a b c')}`), { exists: true })
  })

  await t.test(
    'an address is found as it was given to be saved, with credentials and blanks that are not kept',
    async () => {
      const given = ' http://user:p%40w@u.example.org/x?a=%20b '
      const saved = await app.save(app.alice, given, GIVEN)
      assert.equal(saved['given_url'], 'http://u.example.org/x?a=%20b')
      for (const text of [
        given,
        given.trim(),
        'http://u.example.org/x?a=%20b',
        'http://other@u.example.org/x?a=%20b',
      ]) {
        const one = encodeURIComponent(text)
        assert.deepEqual(await ask(app, `url=${one}&return_id=1`), { exists: saved.id }, text)
        assert.deepEqual(await ask(app, `urls[]=${one}&urls[]=x`), { [text]: true, x: false }, text)
      }
      assert.deepEqual(await ask(app, `url=${encodeURIComponent('http://user:pw@u.example.org/y')}`), { exists: false })
    },
  )

  await t.test('users do not learn about entries of others', async () => {
    assert.deepEqual(await ask(app, `url=${encoded}&return_id=1`, app.bob), { exists: null })
  })
}

async function lists(t: TestContext, app: TestApp, id: number): Promise<void> {
  const none = 'https://example.org/none'
  await t.test('lists are keyed by the requested address, in every form of a list', async () => {
    const expected = { [SPACED]: true, [none]: false }
    assert.deepEqual(await ask(app, `urls[]=${encoded}&urls[]=${none}`), expected)
    assert.deepEqual(await ask(app, `urls%5B%5D=${encoded}&urls%5B%5D=${none}`), expected)
    assert.deepEqual(await ask(app, `urls[0]=${encoded}&urls[1]=${none}`), expected)
    const ids = await ask(app, `urls[]=${encoded}&urls[]=${none}&return_id=1`)
    assert.deepEqual(ids, { [SPACED]: id, [none]: null })
    const hashes = await ask(app, `hashed_urls[]=${sha1(SPACED)}&hashed_urls[]=${sha1(none)}&return_id=1`)
    assert.deepEqual(hashes, { [sha1(SPACED)]: id, [sha1(none)]: null })
  })

  await t.test('mixed with a single value, the first of all is answered alone', async () => {
    assert.deepEqual(await ask(app, `url=${none}&hashed_urls[]=${sha1(SPACED)}`), { exists: true })
    assert.deepEqual(await ask(app, `url=${encoded}&urls[]=${none}`), { exists: false })
  })

  await t.test('a hundred hashes cost one query besides the token', async () => {
    const query = Array.from({ length: 100 }, (_, index) => `hashed_urls[]=${sha1(String(index))}`).join('&')
    await ask(app, query)
    app.queries.length = 0
    const answer = await ask(app, query)
    assert.equal(Object.keys(answer as object).length, 100)
    assert.equal(app.queries.filter((sql) => sql.includes('entry_address')).length, 1)
    assert.ok(app.queries.length <= 2, app.queries.join('\n'))
  })
}

async function faults(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an empty request is 404, an invalid or too long list is 400', async () => {
    for (const query of ['', 'url=', 'hashed_url=', 'return_id=1']) {
      assert.deepEqual(await ask(app, query), { code: 404, message: 'Not Found' }, query)
    }
    const text = 'Unexpected value for parameter "urls": expecting "array", got "string".'
    assert.deepEqual(await ask(app, 'urls=https://example.org/'), { code: 400, message: text })
    const many = Array.from({ length: 501 }, (_, index) => `urls[]=${index}`).join('&')
    assert.deepEqual(await ask(app, many), { code: 400, message: 'at most 500 addresses at once' })
  })
}
