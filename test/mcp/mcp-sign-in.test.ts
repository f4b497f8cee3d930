import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { openAppSite, openStageWithSite } from '../api/app-site.fixture.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn } from '../web/inject-browser.fixture.ts'

const REDIRECT = 'http://127.0.0.1/callback'

/** What an assistant keeps during a sign-in. */
class Assistant implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT
  readonly clientMetadata = { redirect_uris: [REDIRECT], client_name: 'Reading assistant' }
  readonly clientMetadataUrl: string
  /** the page that the user has to open */
  page: URL | undefined
  #client: StoredOAuthClientInformation | undefined
  #tokens: StoredOAuthTokens | undefined
  #verifier = ''
  #discovery: OAuthDiscoveryState | undefined

  constructor(clientMetadataUrl: string) {
    this.clientMetadataUrl = clientMetadataUrl
  }

  readonly clientInformation = () => this.#client
  readonly saveClientInformation = (client: StoredOAuthClientInformation) => void (this.#client = client)
  readonly tokens = () => this.#tokens
  readonly saveTokens = (tokens: StoredOAuthTokens) => void (this.#tokens = tokens)
  readonly redirectToAuthorization = (page: URL) => void (this.page = page)
  readonly saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier)
  readonly codeVerifier = () => this.#verifier
  readonly saveDiscoveryState = (state: OAuthDiscoveryState) => void (this.#discovery = state)
  readonly discoveryState = () => this.#discovery
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the official client signs in with its description, and reads the library`, async (t) => {
    const site = await openAppSite(t)
    const { app } = await openStageWithSite(t, dialect, site)
    await app.save(app.alice, 'https://sea.example/tides', { title: 'On tides', content: '<p>The moon pulls.</p>' })
    const assistant = new Assistant(site.clientId)
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${app.baseUrl}/mcp`), { authProvider: assistant })
    const first = transport()
    await assert.rejects(new Client({ name: 'test', version: '1' }).connect(first), UnauthorizedError)
    const { page } = assistant
    assert.ok(page)
    assert.equal(page.searchParams.get('client_id'), site.clientId, 'it did not register')

    const browser = await signedIn(app, app.alice)
    const question = await browser.get(page.pathname + page.search)
    const fields = Object.fromEntries(page.searchParams)
    const token = hiddenField(question.body, 'token')
    const answer = await browser.post('/oauth/authorize', { ...fields, token, decision: 'allow' })
    const returned = new URL(answer.headers.location!)
    await first.finishAuth(returned.searchParams)

    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport())
    t.after(() => client.close())
    const result = await client.callTool({ name: 'search', arguments: { query: 'moon' } })
    assert.equal((result.structuredContent as { total: number }).total, 1)
  })
}
