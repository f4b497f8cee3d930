import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import type * as oauth from 'oauth4webapi'
import { parseAllowList } from '../../src/fetching/addresses/allow-list.ts'
import { makeCertificate } from '../../src/fetching/certificate.fixture.ts'
import { createFetcher } from '../../src/fetching/fetcher.ts'
import { APP_DOCUMENT_LIMITS, isDocumentAddress } from '../../src/oauth/apps/app-document.ts'
import { DIALECTS } from '../support/database.ts'
import { connect, openOauthStage, startAuthorization, statusOf, type OauthStage } from './oauth-apps.fixture.ts'

const PATH = '/apps/reader.json'
const HOST = 'app.example'

/** A website with the description of an app. */
interface AppSite {
  readonly clientId: string
  readonly origin: string
  /** number of requests that it has received */
  readonly requests: { count: number }
  /** what it answers: the members of the document, or other headers, status and text */
  answer: { members?: object; status?: number; headers?: Record<string, string>; text?: string }
}

const document = (clientId: string, changes: object = {}) => ({
  client_id: clientId,
  client_name: 'Reading assistant',
  redirect_uris: ['http://127.0.0.1/callback'],
  token_endpoint_auth_method: 'none',
  ...changes,
})

async function openSite(t: TestContext): Promise<AppSite & { readonly ca: string }> {
  const { cert, key } = makeCertificate({ host: HOST })
  const requests = { count: 0 }
  const server = createServer({ cert, key }, (_request, response) => {
    requests.count++
    const { members, status = 200, headers, text } = site.answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(text ?? JSON.stringify(members))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const origin = `https://${HOST}:${(server.address() as AddressInfo).port}`
  const clientId = origin + PATH
  const site: AppSite & { readonly ca: string } = {
    clientId,
    origin,
    ca: cert,
    requests,
    answer: { members: document(clientId) },
  }
  return site
}

/** The service with a fetcher that trusts the certificate of the site and finds it on this machine. */
function openStage(t: TestContext, dialect: (typeof DIALECTS)[number], { ca }: { readonly ca: string }) {
  const appFetcher = createFetcher({
    allow: parseAllowList('127.0.0.1'),
    userAgent: 'Dogear-Test/1',
    resolve: async () => ['127.0.0.1'],
    limits: APP_DOCUMENT_LIMITS,
    ca,
  })
  t.after(() => appFetcher.close())
  return openOauthStage(t, dialect, {
    replace: () => ({ appFetcher: { ...appFetcher, onBehalfOf: () => appFetcher } }),
  })
}

/** @returns what the consent page answers to the app */
async function consentPage(stage: OauthStage, client: oauth.Client) {
  const { browser, path } = await startAuthorization(stage, stage.app.alice, { client })
  return browser.get(path)
}

for (const dialect of DIALECTS) {
  test(`${dialect}: an app connects with the address of its description as its id`, async (t) => {
    const site = await openSite(t)
    const stage = await openStage(t, dialect, site)
    assert.equal(stage.server['client_id_metadata_document_supported'], true)
    const client = { client_id: site.clientId }
    const page = await consentPage(stage, client)
    assert.match(page.body, /Allow Reading assistant to use your library\?/)
    assert.match(page.body, new RegExp(`The app describes itself at ${new URL(site.origin).host}\\.`))
    const { tokens } = await connect(stage, stage.app.alice, { client })
    assert.equal(await statusOf(stage, tokens), 200)
    assert.equal(site.requests.count, 1, 'the description is read once for all steps')

    await t.test('it is read again after an hour, and the names of connected apps follow', async () => {
      site.answer = { members: document(site.clientId, { client_name: 'Renamed assistant' }) }
      stage.app.clock.advance(3_600_001)
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

  test(`${dialect}: what is no description of this app gives no access`, async (t) => {
    const site = await openSite(t)
    const stage = await openStage(t, dialect, site)
    const answers: AppSite['answer'][] = [
      { members: document(`${site.origin}/apps/other.json`) },
      { members: document(site.clientId, { client_secret: 'a' }) },
      { members: document(site.clientId, { token_endpoint_auth_method: 'private_key_jwt' }) },
      { members: document(site.clientId, { redirect_uris: ['javascript:alert(1)'] }) },
      { members: document(site.clientId, { redirect_uris: [] }) },
      { members: document(site.clientId), status: 404 },
      { members: document(site.clientId), headers: { 'content-type': 'text/html' } },
      { members: document(site.clientId), status: 302, headers: { location: `${site.origin}/elsewhere.json` } },
      { members: document(site.clientId, { filler: 'x'.repeat(64 * 1024) }) },
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
  const others = [
    'http://app.example/client.json',
    'https://app.example/',
    'https://app.example',
    'https://app.example/a/../b',
    'https://app.example/a#b',
    'https://app.example/a?b=1',
    'https://user@app.example/a',
    'https://APP.example/a',
    `https://app.example/${'a'.repeat(1000)}`,
    'app_1_abc',
  ]
  for (const text of others) assert.ok(!isDocumentAddress(text), text)
})
