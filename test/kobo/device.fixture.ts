import { createKoboDevice, DEFAULT_KOBO_OPTIONS, type KoboOptions } from '../../src/kobo-devices/kobo-device.ts'
import type { TestApp } from '../support/app.ts'

interface Item {
  readonly item_id: string
  readonly status: string
  readonly resolved_url: string
  readonly [member: string]: unknown
}

export interface Articles {
  readonly since: number
  readonly total: number
  readonly list: Readonly<Record<string, Item>>
}

export interface Downloaded {
  readonly article: string
  readonly images: Readonly<Record<string, { readonly src: string }>>
  readonly [member: string]: unknown
}

/** The fields that the firmware sends with each list, in which numbers are texts. */
const FIELDS = { consumer_key: '36b5', contentType: 'article', detailType: 'complete', state: 'unread', total: '1' }

/** Creates a user with a device, whose store is the site of the test. */
export async function deviceOf(app: TestApp, options: Partial<KoboOptions> = {}) {
  const user = await app.newUser()
  const key = await createKoboDevice(app.services, user.id, {
    ...DEFAULT_KOBO_OPTIONS,
    store: app.site.url,
    name: 'Libra',
    ...options,
  })
  const post = (path: string, payload: object = {}) =>
    app.app.inject({ method: 'POST', url: `/kobo/${key}/${path}`, payload: { access_token: key, ...payload } })
  const get = async (fields: object = {}) =>
    (await post('instapaper/get', { ...FIELDS, count: '0', offset: '0', ...fields })).json<Articles>()
  const send = async (...list: readonly object[]) =>
    (await post('instapaper/send', { actions: list })).json<{ action_results: boolean[] }>().action_results
  const download = (url: string, path = 'instapaper/download') =>
    app.app.inject({
      method: 'POST',
      url: `/kobo/${key}/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ access_token: key, images: '1', refresh: '0', output: 'json', url }).toString(),
    })
  const save = async (name: string, fields: object = {}) =>
    String(
      (
        await app.save(user, `https://www.example.org/${name}`, {
          title: name,
          content: `<p>${name} text</p>`,
          ...fields,
        })
      ).id,
    )
  return { user, key, post, get, send, download, save }
}
