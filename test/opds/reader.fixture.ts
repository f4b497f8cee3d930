import type { InjectOptions } from 'fastify'
import type { AppScope } from '../../src/users/passwords/app-scopes.ts'
import type { TestApp } from '../support/app.ts'

/** A link of OPDS 2.0. */
export interface Link {
  readonly href: string
  readonly rel?: string
  readonly type?: string
  readonly title?: string
  readonly templated?: boolean
  readonly properties?: { readonly numberOfItems?: number }
}

export interface Publication {
  readonly metadata: Readonly<Record<string, unknown>> & { readonly title: string }
  readonly links: readonly Link[]
  readonly images?: readonly Link[]
}

/** A feed of OPDS 2.0. */
export interface Feed {
  readonly metadata: { readonly title: string; readonly numberOfItems: number }
  readonly links: readonly Link[]
  readonly navigation?: readonly Link[]
  readonly publications?: readonly Publication[]
  readonly facets?: readonly { readonly metadata: { readonly title: string }; readonly links: readonly Link[] }[]
}

/** Creates a user with an app password for OPDS, and functions that send requests with it. */
export async function reader(app: TestApp, scopes: readonly AppScope[] = ['opds']) {
  const user = await app.newUser()
  const key = await app.newKey(user, scopes)
  const authorization = `Basic ${Buffer.from(`${user.username}:${key}`).toString('base64')}`
  const send = (url: string, request: InjectOptions = {}) =>
    app.app.inject({ url, ...request, headers: { authorization, ...request.headers } })
  const feed = async (path: string) => (await send(`/opds/v2${path}`)).json<Feed>()
  const titles = async (path: string) => (await feed(path)).publications?.map(({ metadata }) => metadata.title) ?? []
  const save = (name: string, fields: Readonly<Record<string, unknown>> = {}) =>
    app.save(user, `https://www.example.org/${encodeURIComponent(name)}`, {
      title: name,
      content: `<p>Text of ${name}.</p>`,
      ...fields,
    })
  const ask = (request: InjectOptions) => app.ask(user, request)
  return { user, key, send, feed, titles, save, ask }
}

/** Words of an article that takes so many minutes. */
export const article = (minutes: number): string => `<p>${'word '.repeat(200 * minutes)}</p>`
