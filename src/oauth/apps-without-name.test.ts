import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp, type TestApp } from '../../test/support/app.ts'
import { DIALECTS } from '../../test/support/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { hashToken, randomToken } from '../kernel/random-token.ts'
import { registerApp } from './apps/register-app.ts'
import { codeGrant } from './authorization/code-grant.ts'
import { allowAuthorization } from './authorization/decide-authorization.ts'
import type { EventKind } from '../security-events/event-kinds.ts'
import { OauthError } from './oauth-error.ts'
import { revokeToken } from './revoke-token.ts'

const CALLER = { address: '192.0.2.1' }
const REDIRECT = 'org.example.app:/back'
const LIFETIMES = { access: 31_536_000, refresh: 60, family: 31_536_000, grace: 0 }

for (const dialect of DIALECTS) {
  test(`${dialect}: apps of an interface that do not name themselves redeem codes and end their access`, async (t) => {
    const app = await testApp(t, dialect)
    const events: EventKind[] = []
    const deps = { ...depsOf(app), securityEvents: recorder(events) }
    const metadata = { name: 'Reader', redirectUris: [REDIRECT] }
    const registered = await registerApp(
      { ...deps, appsPerAddress: app.services.throttles(NO_LIMIT) },
      metadata,
      CALLER,
    )
    const verifier = randomToken()
    const challenge = Buffer.from(hashToken(verifier)).toString('base64url')
    const request = { app: registered, redirectUri: REDIRECT, state: undefined, scopes: ['read'], challenge } as const
    const address = await allowAuthorization(deps, app.alice.id as UserId, request, CALLER)
    const code = new URL(address).searchParams.get('code')!
    const redeem = (code_verifier: string) => {
      const parameters = new Map(Object.entries({ code, code_verifier }))
      return codeGrant(deps, undefined, { parameters, basic: undefined, caller: CALLER })
    }
    await assert.rejects(redeem(randomToken()), OauthError)
    const { accessToken, expiresIn, scope } = await redeem(verifier)
    assert.deepEqual([expiresIn, scope], [LIFETIMES.access, 'read'])
    assert.equal(await statusWith(app, accessToken), 200)
    await revokeToken(deps, { token: randomToken(), caller: CALLER })
    assert.equal(await statusWith(app, accessToken), 200)
    await revokeToken(deps, { token: accessToken, caller: CALLER })
    assert.equal(await statusWith(app, accessToken), 401)
    assert.deepEqual(events, ['app-connected', 'token-revoked'])
  })
}

const NO_LIMIT = { name: 'apps', points: 1, seconds: 1 }

const depsOf = ({ database, clock, baseUrl }: TestApp) => ({ database, clock, baseUrl, lifetimes: LIFETIMES })

const recorder = (events: EventKind[]) => ({
  record: async (_caller: unknown, { kind }: { readonly kind: EventKind }) => void events.push(kind),
  flush: async () => undefined,
})

async function statusWith({ app }: TestApp, token: string): Promise<number> {
  return (await app.inject({ url: '/api/entries', headers: { authorization: `Bearer ${token}` } })).statusCode
}
