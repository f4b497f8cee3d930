import { hash } from 'node:crypto'
import { partialMd5 } from '../../src/exports/editions/partial-md5.ts'
import type { TestApp, TestUser } from '../support/app.ts'

export const md5 = (text: string): string => hash('md5', text)

/** The position that a device receives. */
export interface ReceivedPosition {
  readonly document: string
  readonly progress: string
  readonly percentage: number
  readonly device: string
  readonly device_id: string
  readonly timestamp: number
}

/** A device with KOReader. It sends what plugins/kosync.koplugin sends. */
export class Device {
  readonly #app: TestApp
  readonly name: string
  readonly headers: Readonly<Record<string, string>>

  constructor(app: TestApp, name: string, { username, key }: { readonly username: string; readonly key: string }) {
    this.#app = app
    this.name = name
    this.headers = {
      accept: 'application/vnd.koreader.v1+json',
      'x-auth-user': username,
      'x-auth-key': md5(key),
    }
  }

  pull(document: string) {
    return this.#app.app.inject({ url: `/kosync/syncs/progress/${document}`, headers: this.headers })
  }

  async received(document: string): Promise<ReceivedPosition> {
    return (await this.pull(document)).json<ReceivedPosition>()
  }

  push(document: string, progress: string, percentage: number, more: object = {}) {
    const payload = { document, progress, percentage, device: this.name, device_id: `id-${this.name}`, ...more }
    return this.#app.app.inject({
      method: 'PUT',
      url: '/kosync/syncs/progress',
      payload: JSON.stringify(payload),
      headers: { ...this.headers, 'content-type': 'application/json' },
    })
  }
}

/** @returns a user with devices whose app password is for KOReader's progress sync */
export async function userWithDevices(
  app: TestApp,
): Promise<{ user: TestUser; key: string; kobo: Device; phone: Device }> {
  const user = await app.newUser()
  const key = await app.newKey(user, ['kosync'])
  const login = { username: user.username, key }
  return { user, key, kobo: new Device(app, 'kobo', login), phone: new Device(app, 'phone', login) }
}

/** Downloads the EPUB of an entry as KOReader's plugin for wallabag does. */
export async function download(app: TestApp, user: TestUser, id: number): Promise<{ epub: Buffer; document: string }> {
  const epub = (await app.ask(user, { url: `/api/entries/${id}/export.epub` })).rawPayload
  return { epub, document: partialMd5(epub) }
}
