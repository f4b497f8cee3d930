import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { readZip } from '../../src/exports/epub/read-zip.fixture.ts'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { until } from '../web/import-upload.fixture.ts'
import { hiddenField } from '../web/inject-browser.fixture.ts'
import { addressesOf, mailReader, mailSettings, settledDeliveries } from './mail-reader.fixture.ts'
import { startMailServer, type MailServer } from './mail-server.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: sending by hand`, async (t) => {
    const server = await startMailServer(t)
    const environment = { ...mailSettings(server), DOGEAR_MAIL_MAX_MB: '1' }
    const app = await testApp(t, dialect, { environment })
    await confirmations(t, app, server)
    await books(t, app, server)
    await failures(t, app, server)
  })
}

const send = (app: TestApp, user: TestUser, payload: object) =>
  app.ask(user, { method: 'POST', url: '/api/mail/deliveries', payload })

const linkIn = (text: string | undefined) => /\/mail\/confirm\?token=[\w-]+/.exec(text ?? '')![0]

const article = (title: string, content = `<p>${title} text</p>`) => ({ title, content })

async function confirmations(t: TestContext, app: TestApp, server: MailServer): Promise<void> {
  await t.test('an address of an e-reader is confirmed at once, any other by the link in a mail', async () => {
    const { user, browser, post } = await mailReader(app)
    assert.deepEqual(server.mails, [])
    const added = await post('/config/mail/addresses', { address: ' ann@Example.ORG ', name: '' })
    assert.equal(added.statusCode, 303)
    const [mail] = await server.take(1)
    assert.deepEqual(mail!.recipients, ['ann@example.org'])
    assert.deepEqual([mail!.from?.address, mail!.to?.[0]?.address], ['dogear@example.org', 'ann@example.org'])
    const [, first, other] = [null, ...(await addressesOf(app, user))]
    assert.deepEqual(first, { id: first!.id, name: 'Kindle', address: 'ann_1@kindle.com', confirmed: true })
    assert.deepEqual(other, { id: other!.id, name: 'ann', address: 'ann@example.org', confirmed: false })
    const saved = await app.save(user, 'https://a.example/one', article('One'))
    assert.equal((await send(app, user, { address: other!.id, entries: [saved.id] })).statusCode, 409)
    assert.match((await browser.get('/config/mail')).body, /Not confirmed yet/)

    const [, path] = /http:\/\/dogear\.test(\/mail\/confirm\?token=[\w-]+)/.exec(mail!.text!)!
    const asked = await app.app.inject(path!)
    assert.equal(asked.statusCode, 200)
    assert.match(asked.body, /ann@example\.org/)
    assert.equal((await addressesOf(app, user))[1]!.confirmed, false, 'opening the link is not enough')
    const token = hiddenField(asked.body, 'token')
    const confirm = { method: 'POST', url: '/mail/confirm', payload: `token=${token}` } as const
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.equal((await app.app.inject({ ...confirm, headers })).statusCode, 200)
    assert.equal((await addressesOf(app, user))[1]!.confirmed, true)
    assert.equal((await app.app.inject({ ...confirm, headers })).statusCode, 404, 'the link works once')
    assert.equal((await app.app.inject(`${path!.slice(0, -4)}aaaa`)).statusCode, 404)
  })

  await t.test('a link expires, and a new one replaces the old one', async () => {
    const { user, post } = await mailReader(app)
    await post('/config/mail/addresses', { address: 'late@example.org' })
    const first = linkIn((await server.take(1))[0]!.text)
    const { id } = (await addressesOf(app, user))[1]!
    assert.equal((await post('/config/mail/addresses/repeat', { id: String(id) })).statusCode, 303)
    const second = linkIn((await server.take(1))[0]!.text)
    assert.deepEqual([(await app.app.inject(first)).statusCode, (await app.app.inject(second)).statusCode], [404, 200])
    const { token_expires_at: expiresAt } = await app.database.read((db) =>
      db.selectFrom('mail_address').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )
    const days = (Date.parse(expiresAt!) - app.clock.now().getTime()) / 86_400_000
    assert.ok(days > 2.9 && days <= 3, String(days))
  })

  await t.test('wrong addresses and lists of addresses are refused, and a user has few', async () => {
    const { user, post } = await mailReader(app)
    for (const address of [
      '',
      'ann',
      'a@b',
      'a@kindle.com,b@kindle.com',
      'a b@kindle.com',
      '<a@kindle.com>',
      'a@kindle.com\r\nBcc: b@example.org',
      `${'a'.repeat(65)}@kindle.com`,
      'ann_1@kindle.com',
    ]) {
      const { statusCode, body } = await post('/config/mail/addresses', { address })
      assert.deepEqual([statusCode, body.includes('class="field-error"')], [422, true], address)
    }
    for (let number = 2; number <= 5; number++) {
      assert.equal((await post('/config/mail/addresses', { address: `a${number}@pbsync.com` })).statusCode, 303)
    }
    assert.equal((await post('/config/mail/addresses', { address: 'a6@pbsync.com' })).statusCode, 422)
    const [one] = await addressesOf(app, user)
    assert.equal((await post('/config/mail/addresses/delete', { id: String(one!.id) })).statusCode, 303)
    assert.equal((await addressesOf(app, user)).length, 4)
    assert.deepEqual(server.mails, [])
  })
}

async function books(t: TestContext, app: TestApp, server: MailServer): Promise<void> {
  await t.test('an article from the reader arrives as an EPUB with its title', async () => {
    const { user, browser, post, address } = await mailReader(app)
    const title = 'Tides\r\nBcc: x@example.org & “walls”'
    const { id } = await app.save(user, 'https://a.example/tides', article(title))
    const page = (await browser.get(`/view/${id}`)).body
    assert.match(page, new RegExp(`href="/send\\?entries=${id}&amp;back=%2Fview%2F${id}`))
    const choice = await browser.get(`/send?entries=${id}&back=/view/${id}`)
    assert.match(choice.body, /ann_1@kindle\.com/)
    const sent = await post('/send', { entries: String(id), address: String(address), back: `/view/${id}` })
    assert.deepEqual([sent.statusCode, sent.headers.location], [303, `/view/${id}`])
    const [mail] = await server.take(1)
    assert.deepEqual(mail!.recipients, ['ann_1@kindle.com'])
    assert.equal(mail!.subject, 'Tides Bcc: x@example.org & “walls”')
    assert.equal(mail!.headers.filter(({ key }) => key === 'bcc').length, 0)
    assert.equal(mail!.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated')
    const [file] = mail!.attachments
    assert.deepEqual(
      [file!.filename, file!.mimeType],
      ['Tides Bcc xexampleorg  walls.epub'.replace('  ', ' '), 'application/epub+zip'],
    )
    const pages = readZip(mail!.book).map(({ bytes }) => bytes.toString())
    assert.ok(pages.some((text) => text.includes('walls” text')))
    assert.deepEqual(
      (await settledDeliveries(app, user)).map(({ state, mails, reason }) => [state, mails, reason]),
      [['sent', 1, null]],
    )
    assert.match((await browser.get('/config/mail')).body, /Sent/)
  })

  await t.test('selected articles are one book, and a book that is too large is sent in parts', async () => {
    const { user, browser, address } = await mailReader(app)
    const ids: number[] = []
    for (const name of ['First', 'Second'])
      ids.push((await app.save(user, `https://a.example/${name}`, article(name))).id)
    const token = hiddenField((await browser.get('/all/list')).body, 'token')
    const whole = await browser.post('/bulk', { token, action: 'send', list: 'all', scope: 'all', back: '/all/list' })
    assert.deepEqual(
      [whole.statusCode, whole.headers.location],
      [303, `/send?entries=${ids.toReversed().join('%2C')}&back=%2Fall%2Flist`],
    )
    assert.deepEqual((await send(app, user, { address, entries: ids.join() })).json<{ entries: number }>().entries, 2)
    const [mail] = await server.take(1)
    assert.match(mail!.subject!, /^2 articles, \d+ \w+ \d{4}$/)
    const texts = readZip(mail!.book).map(({ bytes }) => bytes.toString())
    assert.ok(['First text', 'Second text'].every((text) => texts.some((one) => one.includes(text))))

    const large: number[] = []
    for (const name of ['A', 'B']) {
      large.push(
        (await app.save(user, `https://a.example/large-${name}`, article(`Large ${name}`, `<p>${noise()}</p>`))).id,
      )
    }
    await send(app, user, { address, entries: large })
    const parts = await server.take(2)
    assert.deepEqual(
      parts.map(({ subject }) => subject?.replace(/,.*,/, '')),
      [1, 2].map((part) => `2 articles part ${part}`),
    )
    assert.equal(new Set(parts.map(({ messageId }) => messageId)).size, 2)
    for (const { raw } of parts) assert.ok(raw.length < 1_000_000, String(raw.length))
    assert.equal((await settledDeliveries(app, user))[0]!.mails, 2)
  })
}

/** @returns a text that cannot be compressed much: a book of it takes about 400 kB */
function noise(): string {
  return randomBytes(400_000).toString('base64').replaceAll(/.{60}/g, '$& ')
}

async function failures(t: TestContext, app: TestApp, server: MailServer): Promise<void> {
  await t.test('a refused address is shown with the answer of the server, and can be repeated', async () => {
    const { user, browser, post, address } = await mailReader(app)
    const { id } = await app.save(user, 'https://a.example/refused', article('Refused'))
    server.refusal = '550 No such user here'
    await send(app, user, { address, entries: [id] })
    const [failed] = await settledDeliveries(app, user)
    assert.deepEqual([failed!.state, failed!.reason, failed!.mails], ['failed', 'refused', 0])
    assert.match(
      (await browser.get('/config/mail')).body,
      /refused the mail or the address\. \(550 No such user here\)/,
    )
    server.refusal = undefined
    assert.equal((await post('/config/mail/deliveries/repeat', { id: String(failed!.id) })).statusCode, 303)
    await server.take(1)
    assert.equal((await settledDeliveries(app, user))[0]!.state, 'sent')
    assert.equal((await post('/config/mail/deliveries/repeat', { id: String(failed!.id) })).statusCode, 404)
  })

  await t.test('a temporary refusal is tried again later', async () => {
    const { user, address } = await mailReader(app)
    const { id } = await app.save(user, 'https://a.example/busy', article('Busy'))
    server.refusal = '451 Try again later'
    await send(app, user, { address, entries: [id] })
    const [waiting] = await settledDeliveries(app, user)
    assert.deepEqual([waiting!.state, waiting!.reason], ['waiting', 'busy'])
    server.refusal = undefined
    // The result of the job is recorded after that of the delivery.
    const jobs = await until(
      () =>
        app.database.read((db) =>
          db.selectFrom('job').select(['name', 'attempts', 'last_error']).where('user_id', '=', user.id).execute(),
        ),
      ([job]) => job?.last_error !== null,
    )
    assert.deepEqual(
      jobs.map((job) => ({ ...job, attempts: Number(job.attempts) })),
      [{ name: 'mail.send', attempts: 1, last_error: 'the mail was not sent: busy' }],
    )
  })

  await t.test('nobody sends the entries of others, to addresses of others, or more than a day allows', async () => {
    const { user, address } = await mailReader(app)
    const { id } = await app.save(user, 'https://a.example/mine', article('Mine'))
    const other = await mailReader(app)
    for (const [payload, status] of [
      [{ address, entries: [id] }, 404],
      [{ address: other.address, entries: [id] }, 404],
      [{ address: other.address, entries: [] }, 400],
      [{ address: other.address, entries: Array.from({ length: 101 }, (_, index) => index + 1) }, 400],
      [{ address: 'x', entries: [id] }, 400],
    ] as const) {
      assert.equal((await send(app, other.user, payload)).statusCode, status, JSON.stringify(payload))
    }
    await app.database.transaction(async (tx) => {
      const row = { user_id: user.id, address_id: address, kind: 'hand', title: 'x', state: 'sent', parts: 50 }
      await tx
        .insertInto('delivery')
        .values({ ...row, message_key: 'k', requested_at: new Date().toISOString() })
        .execute()
    })
    assert.equal((await send(app, user, { address, entries: [id] })).statusCode, 429)
    app.clock.advance(86_401)
    assert.equal((await send(app, user, { address, entries: [id] })).statusCode, 200)
    await server.take(1)
  })
}
