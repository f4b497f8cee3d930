import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { AppScope } from '../../src/users/passwords/app-scopes.ts'
import type { TestApp, TestUser } from '../support/app.ts'

/** The address of the list of bookmarks. */
export const LIST = '/readeck/api/bookmarks'

export interface KeyHolder {
  readonly user: TestUser
  readonly key: string
  /** Sends a request with the key. */
  readonly send: (request: InjectOptions) => Promise<LightMyRequestResponse>
}

/** Creates a user with an app password. */
export async function userWithKey(app: TestApp, scopes?: readonly AppScope[]): Promise<KeyHolder> {
  const user = await app.newUser()
  const key = await app.newKey(user, scopes)
  const headers = { accept: 'application/json', authorization: `Bearer ${key}` }
  const send = (request: InjectOptions) => app.app.inject({ ...request, headers: { ...headers, ...request.headers } })
  return { user, key, send }
}

/** A bookmark, as far as the tests read it. */
export interface Bookmark {
  readonly id: string
  readonly title: string
  readonly labels: readonly string[]
  readonly is_archived: boolean
  readonly is_marked: boolean
  readonly read_progress: number
}

export interface Annotation {
  readonly id: string
  readonly text: string
  readonly note: string
  readonly color: string
  readonly start_selector: string
  readonly start_offset: number
}
