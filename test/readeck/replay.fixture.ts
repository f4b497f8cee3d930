import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { findApp } from '../../src/oauth/apps/registered-app.repository.ts'
import { allowAuthorization } from '../../src/oauth/authorization/decide-authorization.ts'
import { readAuthorizationRequest } from '../../src/oauth/authorization/authorization-request.ts'
import { decideDeviceSignIn } from '../../src/oauth/device/decide-device-sign-in.ts'
import { securityEvents } from '../../src/security-events/security-events.ts'
import { createAppPassword } from '../../src/users/passwords/app-password.ts'
import type { TestApp } from '../support/app.ts'

/** A request to Readeck 0.22.3, and its response. */
export interface Recording {
  readonly name: string
  readonly method: NonNullable<InjectOptions['method']>
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | object
  readonly status: number
  /** some headers of the response */
  readonly answer: Readonly<Record<string, string | readonly string[]>>
  readonly kind: 'json' | 'text' | 'html' | 'epub' | 'zip' | 'image' | 'multipart' | 'empty'
  /** the body of a JSON response; lists are cut */
  readonly json?: unknown
  /** the parts of a multipart response: their headers, some with values */
  readonly parts?: readonly { readonly Type: string; readonly Group?: string; readonly names: readonly string[] }[]
}

export const RECORDINGS = readFileSync(new URL('recordings.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recording)

/** Sends recorded requests with our ids, keys and codes. */
export class Replay {
  readonly #app: TestApp
  /** our values by the placeholder */
  readonly #values = new Map<string, string>()
  /** our ids by the recorded id */
  readonly #ids = new Map<string, string>()

  constructor(app: TestApp) {
    this.#app = app
  }

  async prepare(): Promise<void> {
    const { services, alice, bob } = this.#app
    this.#values.set('full.token', await createAppPassword(services, alice.id, { name: 'Readeck' }))
    this.#values.set('bob.token', await createAppPassword(services, bob.id, { name: 'Readeck' }))
    this.#values.set('alice.password', alice.password)
  }

  async send(recording: Recording): Promise<LightMyRequestResponse> {
    const { method, path, headers, body } = recording
    const url = await this.#own(path)
    const { host: _, ...sent } = Object.fromEntries(
      await Promise.all(Object.entries(headers).map(async ([name, value]) => [name, await this.#header(name, value)])),
    ) as Record<string, string>
    const text = typeof body === 'string' ? await this.#own(body) : undefined
    const json = typeof body === 'object' ? await this.#own(JSON.stringify(body)) : undefined
    const payload = text === undefined ? json : binary(text)
    const answer = await this.#app.app.inject({
      method,
      url: `/readeck${url}`,
      headers: sent,
      ...(payload !== undefined && { payload }),
    })
    this.#remember(recording, answer)
    return answer
  }

  /** Decides as the user of the recording did on Readeck's page for devices. */
  async decideDevice(placeholder: string, isAllowed: boolean): Promise<void> {
    const deps = this.#deps()
    const decision = { userCode: this.#values.get(placeholder)!, isAllowed, caller: { address: '' } }
    await decideDeviceSignIn(deps, this.#app.alice.id, decision)
  }

  /** Consents as the user of the recording did on Readeck's page. @param placeholder the name of the code */
  async consent({ path }: Recording, placeholder: string): Promise<void> {
    const answer = await this.#app.app.inject({ url: `/readeck${await this.#own(path)}` })
    const { searchParams } = new URL(String(answer.headers.location), this.#app.baseUrl)
    const deps = this.#deps()
    const find = (id: string) => deps.database.read((db) => findApp(db, id))
    const outcome = await readAuthorizationRequest({ ...deps, findApp: find }, new Map(searchParams), { address: '' })
    if (outcome.kind !== 'valid') throw new Error(outcome.kind)
    const address = await allowAuthorization(deps, this.#app.alice.id, outcome.request, { address: '' })
    this.#values.set(placeholder, new URL(address).searchParams.get('code')!)
  }

  #deps() {
    const { services, database, clock, baseUrl } = this.#app
    const throttles = {
      wrongDeviceCodesPerUser: {
        isUnlimited: true,
        check: async () => {},
        take: async () => {},
        refund: async () => {},
      },
    }
    return {
      ...services,
      ...throttles,
      database,
      clock,
      baseUrl,
      securityEvents: securityEvents({ database, clock, log: undefined, hasAddresses: false }),
    }
  }

  async #header(name: string, value: string): Promise<string> {
    const own = await this.#own(value)
    const basic = /^Basic (.*)$/.exec(own)?.[1]
    return name === 'authorization' && basic ? `Basic ${Buffer.from(`alice:${basic}`).toString('base64')}` : own
  }

  /** @returns the text with our values, ids and pages */
  async #own(text: string): Promise<string> {
    let own = text.replaceAll('127.0.0.1:8091', new URL(this.#app.site.url).host)
    own = own.replaceAll('127.0.0.1%3A8091', encodeURIComponent(new URL(this.#app.site.url).host))
    for (const [, name] of text.matchAll(/\{\{([^}:]+)\}\}/g))
      own = own.replaceAll(`{{${name}}}`, await this.#value(name!))
    for (const [theirs, ours] of this.#ids) own = own.replaceAll(theirs, ours)
    // Paths of our articles contain one more element. Apps compute them from the article that they get.
    return own.replaceAll('section/article/p', 'section/article/div/p')
  }

  /** @returns our value of a placeholder; made up if no response has contained it */
  async #value(name: string): Promise<string> {
    if (!this.#values.has(name)) {
      const [, key] = /^(?:verifier|challenge)(.*)$/.exec(name) ?? []
      if (key !== undefined) {
        const verifier = randomBytes(32).toString('base64url')
        this.#values.set(`verifier${key}`, verifier)
        this.#values.set(`challenge${key}`, createHash('sha256').update(verifier).digest('base64url'))
      } else if (name.endsWith('.client_id')) this.#values.set(name, await this.#register())
    }
    return this.#values.get(name) ?? `no-${name}`
  }

  async #register(): Promise<string> {
    const payload = {
      client_name: 'App',
      redirect_uris: ['http://127.0.0.1:9999/callback', 'org.example.golden:/callback'],
    }
    const answer = await this.#app.app.inject({ method: 'POST', url: '/readeck/api/oauth/client', payload })
    return answer.json<{ client_id: string }>().client_id
  }

  #remember({ answer: theirs, json }: Recording, ours: LightMyRequestResponse): void {
    if (ours.headers.etag && typeof theirs['etag'] === 'string') this.#ids.set(theirs['etag'], ours.headers.etag)
    const id = theirs['bookmark-id']
    if (ours.statusCode === 202 && typeof id === 'string') this.#ids.set(id, String(ours.headers['bookmark-id']))
    if (ours.statusCode === 201 && typeof theirs['location'] === 'string') {
      this.#ids.set(theirs['location'].split('/').at(-1)!, String(ours.headers.location).split('/').at(-1)!)
    }
    if (ours.statusCode < 300 && json !== undefined && isJson(ours)) this.#rememberMembers(ours.json(), json)
  }

  #rememberMembers(ours: unknown, theirs: unknown): void {
    if (typeof ours !== 'object' || typeof theirs !== 'object' || !ours || !theirs || Array.isArray(theirs)) return
    for (const [name, value] of Object.entries(theirs)) {
      const own = (ours as Readonly<Record<string, unknown>>)[name]
      const [, placeholder] = /^\{\{(.*)\}\}$/.exec(String(value)) ?? []
      if (placeholder !== undefined && typeof own === 'string') this.#values.set(placeholder, own)
      if (name === 'id' && /^\w{21,22}$/.test(String(value))) this.#ids.set(String(value), String(own))
    }
  }
}

export function isJson({ headers, body }: LightMyRequestResponse): boolean {
  return String(headers['content-type']).startsWith('application/json') && body !== ''
}

/** @returns the bytes of a body in which files are written in base64 */
function binary(text: string): Buffer | string {
  if (!text.includes('{{base64:')) return text
  const pieces = text.split(/\{\{base64:([^}]*)\}\}/)
  return Buffer.concat(pieces.map((piece, index) => Buffer.from(piece, index % 2 === 0 ? 'utf8' : 'base64')))
}
