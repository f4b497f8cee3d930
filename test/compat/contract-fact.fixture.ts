import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { TestApp, TestUser } from '../support/app.ts'

/** The values that replace `{name}` in a fact. */
export type Names = Readonly<Record<string, string | number>>

/** One sentence of the contract, the specification of wallabag's API: a request, and the response that it must get. */
export interface Fact {
  /** the section, and its sentence */
  readonly says: string
  /** method and address; `{name}` stands for a value that only the running test knows */
  readonly ask: string
  /** user who sends the request; alice by default */
  readonly as?: 'alice' | 'bob' | 'nobody'
  readonly headers?: Readonly<Record<string, string>>
  /** the raw body; `json` and `form` also set the content type */
  readonly body?: string
  readonly json?: unknown
  readonly form?: string
  /** expected status; 200 by default */
  readonly status?: number
  /** expected body, complete */
  readonly is?: unknown
  /** members that the body must contain; lists must have the same length */
  readonly has?: object
  /** expected body as text */
  readonly text?: RegExp | string
  /** expected headers; undefined if a header must be absent */
  readonly sends?: Readonly<Record<string, string | RegExp | undefined>>
}

/** Sends the requests of the facts one after the other, and checks the responses. */
export async function playFacts(t: TestContext, app: TestApp, facts: readonly Fact[], names: Names = {}) {
  for (const fact of facts) {
    const user = fact.as === 'nobody' ? undefined : app[fact.as ?? 'alice']
    await t.test(fact.says, () => playFact(app, user, fact, names))
  }
}

/**
 * Like `playFacts`, but each fact has a user of its own, so no fact depends on another.
 * @param prepare saves what the facts presuppose for a new user
 */
export async function playFactsAlone(
  t: TestContext,
  app: TestApp,
  facts: readonly Fact[],
  prepare: (user: TestUser) => Promise<Names>,
) {
  for (const fact of facts) {
    await t.test(fact.says, async () => {
      const user = await app.newUser()
      await playFact(app, user, fact, await prepare(user))
    })
  }
}

async function playFact(app: TestApp, user: TestUser | undefined, fact: Fact, names: Names): Promise<void> {
  const answer = await app.ask(user, requestOf(fact, names))
  assert.equal(answer.statusCode, fact.status ?? 200, answer.body.slice(0, 500))
  assertBody(answer, fact, names)
  for (const [name, expected] of Object.entries(fact.sends ?? {})) {
    const got = answer.headers[name]
    if (expected instanceof RegExp) assert.match(String(got), expected, name)
    else assert.equal(got, expected, name)
  }
}

function assertBody(answer: LightMyRequestResponse, { is, has, text }: Fact, names: Names): void {
  if (is !== undefined) assert.deepEqual(answer.json(), named(is, names))
  if (has) assertHas(answer.json(), named(has, names))
  if (text instanceof RegExp) assert.match(answer.body, text)
  else if (text !== undefined) assert.equal(answer.body, text)
}

/** Asserts that an object has at least the expected members, and a list exactly the expected items. */
function assertHas(got: unknown, expected: unknown, path = 'body'): void {
  if (Array.isArray(expected)) {
    assert.ok(Array.isArray(got), `${path} is no list`)
    assert.equal(got.length, expected.length, `${path}: ${JSON.stringify(got).slice(0, 200)}`)
    for (const [index, item] of expected.entries()) assertHas(got[index], item, `${path}[${index}]`)
  } else if (typeof expected === 'object' && expected !== null) {
    assert.ok(typeof got === 'object' && got !== null, `${path} is no object`)
    for (const [name, member] of Object.entries(expected)) assertHas(Reflect.get(got, name), member, `${path}.${name}`)
  } else assert.deepEqual(got, expected, path)
}

function requestOf(fact: Fact, names: Names): InjectOptions {
  const [method, address] = fact.ask.split(' ') as [InjectOptions['method'], string]
  const url = fill(address, names)
  const type = fact.json !== undefined ? JSON_TYPE : fact.form !== undefined ? FORM_TYPE : undefined
  const text = fact.json !== undefined ? JSON.stringify(fact.json) : (fact.form ?? fact.body)
  return {
    ...(method !== undefined && { method }),
    url,
    headers: { ...(type !== undefined && { 'content-type': type }), ...fact.headers },
    ...(text !== undefined && { payload: fill(text, names) }),
  }
}

export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

function fill(text: string, names: Names): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(names[name] ?? whole))
}

/**
 * Replaces each `{name}` in the strings of a JSON value. If a string consists only of `{name}`, the value takes its
 * place unchanged, so a number stays a number.
 */
function named<T>(value: T, names: Names): T {
  return JSON.parse(JSON.stringify(value), (_key, member: unknown) => {
    if (typeof member !== 'string') return member
    const alone = /^\{(\w+)\}$/.exec(member)?.[1]
    return alone !== undefined && alone in names ? names[alone] : fill(member, names)
  }) as T
}
