import type { InjectOptions } from 'fastify'
import type { AppScope } from '../../src/users/passwords/app-scopes.ts'
import type { TestApp } from '../support/app.ts'

/** Creates a user with an app password, and a function that sends requests with it to the Google Reader API. */
export async function readerWithKey(app: TestApp, scopes?: readonly AppScope[]) {
  const user = await app.newUser()
  const key = await app.newKey(user, scopes)
  const send = (request: InjectOptions) =>
    app.app.inject({ ...request, headers: { ...request.headers, authorization: `GoogleLogin auth=${key}` } })
  const get = (path: string, query: Readonly<Record<string, string | string[]>> = {}) =>
    send({ url: `/reader/api/0/${path}?${queryText(query)}` })
  const post = (path: string, form: Readonly<Record<string, string | string[]>>) =>
    send({
      method: 'POST',
      url: `/reader/api/0/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: queryText(form),
    })
  const save = (name: string, fields: object = {}) =>
    app.save(user, `https://www.example.org/${name}`, { title: name, content: `<p>Text of ${name}.</p>`, ...fields })
  return { user, key, send, get, post, save }
}

function queryText(values: Readonly<Record<string, string | string[]>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
  return new URLSearchParams(pairs).toString()
}
