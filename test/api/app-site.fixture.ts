import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { Dialect } from '../../src/db/database.ts'
import { parseAllowList } from '../../src/fetching/addresses/allow-list.ts'
import { makeCertificate } from '../../src/fetching/certificate.fixture.ts'
import { createFetcher } from '../../src/fetching/fetcher.ts'
import { APP_DOCUMENT_LIMITS } from '../../src/oauth/apps/app-document.ts'
import { openOauthStage, type OauthStage } from './oauth-apps.fixture.ts'

const PATH = '/apps/reader.json'
const HOST = 'app.example'

/** A website with the description of an app. */
export interface AppSite {
  /** certificate of the website */
  readonly ca: string
  readonly clientId: string
  readonly origin: string
  /** number of requests that it has received */
  readonly requests: { count: number }
  /** what it answers: the members of the document, or other headers, status and text */
  answer: { members?: object; status?: number; headers?: Record<string, string>; text?: string }
}

/** @returns a valid description of the app, with other members */
export const appDocument = (clientId: string, changes: object = {}) => ({
  client_id: clientId,
  client_name: 'Reading assistant',
  redirect_uris: ['http://127.0.0.1/callback'],
  token_endpoint_auth_method: 'none',
  ...changes,
})

/** Starts the website of an app. */
export async function openAppSite(t: TestContext): Promise<AppSite> {
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
  const site: AppSite = {
    clientId,
    origin,
    ca: cert,
    requests,
    answer: { members: appDocument(clientId) },
  }
  return site
}

/** @returns the service, with a fetcher that trusts the certificate of the website and finds it on this machine */
export function openStageWithSite(t: TestContext, dialect: Dialect, { ca }: AppSite): Promise<OauthStage> {
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
