import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { runDigestJob } from '../../src/mail/digests/run-digest.job.ts'
import { sweepMail } from '../../src/mail/sweep-mail.ts'
import { changePreferences } from '../../src/users/change-preferences.ts'
import { readZip } from '../../src/exports/epub/read-zip.fixture.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { mailReader, mailSettings, settledDeliveries } from './mail-reader.fixture.ts'
import { startMailServer, type MailServer } from './mail-server.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: digests`, async (t) => {
    const server = await startMailServer(t)
    const app = await testApp(t, dialect, { environment: mailSettings(server) })
    await schedule(t, app)
    await books(t, app, server)
    await accidents(t, app, server)
  })
}

const EVENING = { name: 'Evening', query: 'tag:sea', weekday: '', time: '19:30', maxEntries: '2' }

/** @returns a user in Berlin with a digest at 19:30 */
async function subscriber(app: TestApp) {
  const reader = await mailReader(app)
  const { user, post, address } = reader
  await changePreferences({ database: app.services.database }, user.id, { timeZone: 'Europe/Berlin' })
  assert.equal((await post('/config/mail/digests', { ...EVENING, address: String(address) })).statusCode, 303)
  const { id, last_at: since } = await app.database.read((db) =>
    db.selectFrom('digest').select(['id', 'last_at']).where('user_id', '=', user.id).executeTakeFirstOrThrow(),
  )
  const digestId = Number(id)
  /** Runs the job as if it were a number of days after the digest was created. */
  const runAfter = (days: number) => {
    const at = new Date(Date.parse(since) + days * 86_400_000)
    const { services } = app
    const { jobs, searchIndex, database } = services
    return runDigestJob({
      database,
      clock: { now: () => at },
      jobs: jobs.queue,
      catchUp: (owner, limitMs) => searchIndex.catchUp(owner, limitMs),
      readComposed: (sql, parameters) => searchIndex.read(sql, parameters),
    })({ userId: user.id, digestId })
  }
  const save = async (title: string, tags = 'sea') =>
    (await app.save(user, `https://a.example/${title}`, { title, content: `<p>${title} text</p>`, tags })).id
  return { ...reader, digestId, runAfter, save }
}

/** @returns the times of the waiting runs of a digest, in the time zone */
async function runsOf(app: TestApp, digestId: number, timeZone: string): Promise<string[]> {
  const rows = await app.database.read((db) =>
    db.selectFrom('job').select('run_at').where('dedupe_key', '=', `mail.digest:${digestId}`).execute(),
  )
  return rows.map(({ run_at: at }) =>
    new Date(Number(at)).toLocaleTimeString('de-DE', { timeZone, hour: '2-digit', minute: '2-digit' }),
  )
}

async function schedule(t: TestContext, app: TestApp): Promise<void> {
  await t.test(
    'the next run is at the time of day in the zone of the user, also after a change of either',
    async () => {
      const { browser, post, address, digestId } = await subscriber(app)
      assert.deepEqual(await runsOf(app, digestId, 'Europe/Berlin'), ['19:30'])
      assert.match((await browser.get('/config/mail')).body, /Every day at 19:30/)
      const id = String(digestId)
      await post('/config/mail/digests', { ...EVENING, id, weekday: '7', time: '7:05', address: String(address) })
      assert.deepEqual(await runsOf(app, digestId, 'Europe/Berlin'), ['07:05'])
      assert.match((await browser.get(`/config/mail?digest=${id}`)).body, /Sunday at 07:05[^]*value="07:05"/)
      assert.equal((await post('/config/reading', { time_zone: 'America/New_York' })).statusCode, 303)
      assert.deepEqual(await runsOf(app, digestId, 'America/New_York'), ['07:05'])
    },
  )

  await t.test('wrong values are refused beside their fields, and the digests of others are unknown', async () => {
    const { user, browser, post, address, digestId } = await subscriber(app)
    const other = await mailReader(app)
    const right = { ...EVENING, address: String(address) }
    for (const wrong of [
      { name: ' ' },
      { name: 'x'.repeat(61) },
      { query: `"${'x'.repeat(5000)}"` },
      { weekday: '8' },
      { time: '24:00' },
      { time: 'noon' },
      { maxEntries: '51' },
      { maxEntries: '' },
      { address: '' },
      { address: String(other.address) },
    ]) {
      const { statusCode, body } = await post('/config/mail/digests', { ...right, ...wrong })
      const isShown = /class="(?:field|form)-error"/.test(body)
      assert.deepEqual([statusCode, isShown], [422, true], JSON.stringify(wrong))
    }
    const id = String(digestId)
    assert.equal((await other.post('/config/mail/digests/delete', { id })).statusCode, 404)
    const theirs = { ...EVENING, id, address: String(other.address) }
    assert.equal((await other.post('/config/mail/digests', theirs)).statusCode, 404)
    for (let number = 2; number <= 10; number++) await post('/config/mail/digests', right)
    assert.match((await post('/config/mail/digests', right)).body, /up to 10 digests/)
    assert.equal((await post('/config/mail/digests/delete', { id })).statusCode, 303)
    assert.ok(!(await browser.get('/config/mail')).body.includes(`digest=${id}"`))
    const rows = await app.database.read((db) =>
      db.selectFrom('digest').select('id').where('user_id', '=', user.id).execute(),
    )
    assert.equal(rows.length, 9)
  })
}

async function books(t: TestContext, app: TestApp, server: MailServer): Promise<void> {
  await t.test(
    'a digest has the newest unread articles of its query, each once, and missed times count once',
    async () => {
      const { user, save, runAfter } = await subscriber(app)
      for (const title of ['One', 'Two', 'Three']) await save(title)
      await save('Elsewhere', 'land')
      const read = await save('Read')
      await app.ask(user, { method: 'PATCH', url: `/api/entries/${read}`, payload: { archive: 1 } })
      await runAfter(0)
      await runAfter(1)
      const [first] = await server.take(1)
      assert.match(first!.subject!, /^Evening, \d{1,2} \w+ \d{4}$/)
      assert.deepEqual(first!.recipients, ['ann_1@kindle.com'])
      assert.deepEqual(titlesIn(first!.book), ['Three', 'Two'])
      await runAfter(1.01)
      await runAfter(5)
      const [second] = await server.take(1)
      assert.deepEqual(titlesIn(second!.book), ['One'])
      const metadata = readZip(second!.book)
        .find(({ name }) => name.endsWith('.opf'))!
        .bytes.toString()
      assert.ok(metadata.includes(`>${second!.subject}<`), 'the book has the title of the mail')
      await runAfter(6)
      const deliveries = await settledDeliveries(app, user)
      assert.deepEqual(
        deliveries.map(({ kind, state }) => [kind, state]),
        [
          ['digest', 'sent'],
          ['digest', 'sent'],
        ],
        'without new articles, there is no mail',
      )
      assert.deepEqual(server.mails, [])
    },
  )
}

const titlesIn = (book: Buffer): string[] => {
  const text = readZip(book)
    .map(({ bytes }) => bytes.toString())
    .join()
  return ['Three', 'Two', 'One', 'Elsewhere', 'Read'].filter((title) => text.includes(`${title} text`))
}

async function accidents(t: TestContext, app: TestApp, server: MailServer): Promise<void> {
  await t.test('runs at the same time make one delivery, and articles of a failed one come with the next', async () => {
    const { user, digestId, save, runAfter } = await subscriber(app)
    await save('One')
    server.refusal = '550 No such user here'
    await Promise.all([runAfter(1), runAfter(1), runAfter(1)])
    assert.deepEqual(
      (await settledDeliveries(app, user)).map(({ state }) => state),
      ['failed'],
    )
    assert.deepEqual(await runsOf(app, digestId, 'Europe/Berlin'), ['19:30'])
    server.refusal = undefined
    await runAfter(2)
    assert.deepEqual(titlesIn((await server.take(1))[0]!.book), ['One'])

    await settledDeliveries(app, user)
    await app.database.transaction((tx) => tx.deleteFrom('users').where('id', '=', user.id).execute())
    for (const table of ['mail_address', 'digest', 'delivery', 'delivery_entry'] as const) {
      const rows = app.database.read((db) =>
        db.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute(),
      )
      assert.deepEqual(await rows, [], `${table} of a deleted account`)
    }
  })

  await t.test('the sweep finds digests and deliveries whose job is lost', async () => {
    const { user, address, digestId } = await subscriber(app)
    const row = {
      user_id: user.id,
      address_id: address,
      kind: 'hand',
      title: 'Lost',
      state: 'waiting',
      message_key: 'k',
    }
    await app.database.transaction(async (tx) => {
      await tx.deleteFrom('job').where('user_id', '=', user.id).execute()
      await tx
        .insertInto('delivery')
        .values({ ...row, requested_at: new Date().toISOString() })
        .execute()
    })
    // A digest that is not due only gets its next run.
    await sweepMail({ ...app.services, jobs: app.services.jobs.queue })
    const [lost] = await settledDeliveries(app, user)
    assert.deepEqual([lost!.state, lost!.reason], ['failed', 'interrupted'])
    while ((await runsOf(app, digestId, 'Europe/Berlin'))[0] !== '19:30') {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
}
