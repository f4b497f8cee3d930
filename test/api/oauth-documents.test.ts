import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as oauth from 'oauth4webapi'
import { isDocumentAddress } from '../../src/oauth/apps/app-document.ts'
import { hiddenField } from '../web/inject-browser.fixture.ts'
import { DIALECTS } from '../support/database.ts'
import { appDocument, openAppSite, openStageWithSite, type AppSite } from './app-site.fixture.ts'
import {
  assertOauthError,
  connect,
  decide,
  exchange,
  pollDevice,
  refresh,
  revoke,
  startAuthorization,
  startDevice,
  statusOf,
  type OauthStage,
} from './oauth-apps.fixture.ts'

/** @returns what the consent page answers to the app */
async function consentPage(stage: OauthStage, client: oauth.Client) {
  const { browser, path } = await startAuthorization(stage, stage.app.alice, { client })
  return browser.get(path)
}

for (const dialect of DIALECTS) {
  test(`${dialect}: an app connects with the address of its description as its id`, async (t) => {
    const site = await openAppSite(t)
    const stage = await openStageWithSite(t, dialect, site)
    assert.equal(stage.server['client_id_metadata_document_supported'], true)
    const client = { client_id: site.clientId }
    const page = await consentPage(stage, client)
    assert.match(page.body, /Allow Reading assistant to use your library\?/)
    assert.match(page.body, new RegExp(`The app describes itself at ${new URL(site.origin).host}\\.`))
    const { tokens } = await connect(stage, stage.app.alice, { client })
    assert.equal(await statusOf(stage, tokens), 200)
    assert.equal(site.requests.count, 1, 'the description is read once for all steps')

    await t.test('it is read again after an hour, and the names of connected apps follow', async () => {
      site.answer = { members: appDocument(site.clientId, { client_name: 'Renamed assistant' }) }
      stage.app.clock.advance(3601)
      assert.match((await consentPage(stage, client)).body, /Allow Renamed assistant to use/)
      assert.equal(site.requests.count, 2)
    })
    await t.test('an address of the browser that the description does not list is refused', async () => {
      const { browser, path } = await startAuthorization(stage, stage.app.alice, {
        client,
        parameters: { redirect_uri: 'https://other.example/callback' },
      })
      const answer = await browser.get(path)
      assert.equal(answer.statusCode, 400)
      assert.match(answer.body, /an address that it hasn’t registered/)
    })
  })

  test(`${dialect}: an app stays connected while its description is away`, async (t) => {
    const site = await openAppSite(t)
    const stage = await openStageWithSite(t, dialect, site)
    const client = { client_id: site.clientId }
    await assertOauthError(startDevice(stage, client), 'invalid_client')
    const { tokens } = await connect(stage, stage.app.alice, { client })
    site.answer = { text: '', status: 503 }
    stage.app.clock.advance(3601)
    assert.equal((await consentPage(stage, client)).statusCode, 400)
    const renewed = await refresh(stage, client, tokens.refresh_token!)
    assert.equal(await statusOf(stage, renewed), 200)
    const { device_code: code } = await startDevice(stage, client)
    await assertOauthError(pollDevice(stage, client, code), 'authorization_pending')
    await revoke(stage, client, renewed.refresh_token!)
    assert.equal(await statusOf(stage, renewed), 401)
  })

  test(`${dialect}: an address that the description no longer lists gets no code`, async (t) => {
    const site = await openAppSite(t)
    const stage = await openStageWithSite(t, dialect, site)
    const client = { client_id: site.clientId }
    const authorization = await startAuthorization(stage, stage.app.alice, { client })
    const page = await authorization.browser.get(authorization.path)
    const fields = Object.fromEntries(new URL(authorization.path, 'http://x').searchParams)
    site.answer = { members: appDocument(site.clientId, { redirect_uris: ['https://app.example/callback'] }) }
    stage.app.clock.advance(3601)
    const token = hiddenField(page.body, 'token')
    const answer = await authorization.browser.post('/oauth/authorize', { ...fields, token, decision: 'allow' })
    assert.equal(answer.statusCode, 400, answer.body)
  })

  test(`${dialect}: two users meet a new app at once, and its name is plain text`, async (t) => {
    const site = await openAppSite(t)
    const stage = await openStageWithSite(t, dialect, site)
    const client = { client_id: site.clientId }
    const name = '<b>Re\u0000ad\u202eing</b>\r\n &amp;\u200b'
    site.answer = { members: appDocument(site.clientId, { client_name: name }) }
    const { alice, bob } = stage.app
    const both = await Promise.all([alice, bob].map((user) => startAuthorization(stage, user, { client })))
    const returned = await Promise.all(both.map((one) => decide(one, 'allow')))
    for (const [index, one] of both.entries()) {
      assert.equal(await statusOf(stage, await exchange(stage, one, returned[index]!)), 200)
    }
    const { body } = await consentPage(stage, client)
    assert.match(body, /Allow &lt;b&gt;Reading&lt;\/b&gt; &amp;amp; to use your library\?/)
  })

  test(`${dialect}: a known app is read again even if many new apps wait`, async (t) => {
    const site = await openAppSite(t)
    const stage = await openStageWithSite(t, dialect, site)
    const client = { client_id: site.clientId }
    await connect(stage, stage.app.alice, { client })
    stage.app.clock.advance(3601)
    const now = stage.app.clock.now().toISOString()
    const waiting = Array.from({ length: 1000 }, (_, index) => ({
      random_id: `x${index}`,
      name: 'App',
      redirect_uris: '[]',
      created_at: now,
      expires_at: now,
    }))
    await stage.app.database.transaction((tx) => tx.insertInto('registered_app').values(waiting).execute())
    assert.equal((await consentPage(stage, client)).statusCode, 200)
    site.answer = { members: appDocument(`${site.origin}/other`) }
    assert.equal(
      (await consentPage(stage, { client_id: `${site.origin}/other` })).statusCode,
      429,
      'a new one has to wait',
    )
  })

  test(`${dialect}: what is no description of this app gives no access`, async (t) => {
    const site = await openAppSite(t)
    const stage = await openStageWithSite(t, dialect, site)
    const answers: AppSite['answer'][] = [
      { members: appDocument(`${site.origin}/apps/other.json`) },
      { members: appDocument(site.clientId, { client_secret: 'a' }) },
      { members: appDocument(site.clientId, { client_secret_expires_at: 0 }) },
      { members: appDocument(site.clientId, { token_endpoint_auth_method: 'private_key_jwt' }) },
      { members: appDocument(site.clientId, { redirect_uris: ['javascript:alert(1)'] }) },
      { members: appDocument(site.clientId, { redirect_uris: [] }) },
      { members: appDocument(site.clientId), status: 404 },
      { members: appDocument(site.clientId), headers: { 'content-type': 'text/html' } },
      { members: appDocument(site.clientId), status: 302, headers: { location: `${site.origin}/elsewhere.json` } },
      { members: appDocument(site.clientId, { filler: 'x'.repeat(64 * 1024) }) },
      { text: '[1]' },
      { text: '{"client_id":' },
    ]
    for (const [index, answer] of answers.entries()) {
      site.answer = answer
      const page = await consentPage(stage, { client_id: site.clientId })
      assert.equal(page.statusCode, 400, String(index))
      assert.match(page.body, /no valid description of an app/, String(index))
    }
    const { count } = await stage.app.database.read((db) =>
      db
        .selectFrom('registered_app')
        .select((select) => select.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow(),
    )
    assert.equal(Number(count), 0)
  })
}

test('only plain https addresses with a path are ids', () => {
  assert.ok(isDocumentAddress('https://app.example/client.json'))
  assert.ok(isDocumentAddress('https://app.example:8443/a/b'))
  assert.ok(isDocumentAddress('https://app.example/@reader/client.json'))
  const others = [
    'http://app.example/client.json',
    'https://app.example/',
    'https://app.example',
    'https://app.example/a/../b',
    'https://app.example/a#b',
    'https://app.example/a?b=1',
    'https://user@app.example/a',
    'https://:secret@app.example/a',
    'https://@app.example/a',
    'https://app.example/%2e%2e/a',
    'https://app.example/a?',
    'https://app.example/a#',
    'https://app.example:443/a',
    'https://APP.example/a',
    `https://app.example/${'a'.repeat(1000)}`,
    'app_1_abc',
  ]
  for (const text of others) assert.ok(!isDocumentAddress(text), text)
})
