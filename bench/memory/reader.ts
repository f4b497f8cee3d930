import { request } from 'node:http'
import type { Seeded } from '../seed.ts'

export interface Reader {
  /** of the session at the pages, as the header says it */
  readonly cookie: string
  readonly token: string
}

/** Signs a user in at the pages and at the API. */
export async function signIn(base: string, seeded: Seeded, username: string): Promise<Reader> {
  const { clientId, clientSecret, password } = seeded
  const form = await fetch(`${base}/login`)
  const csrf = /name="_csrf_token" value="([^"]+)"/.exec(await form.text())?.[1] ?? ''
  const body = new URLSearchParams({ _username: username, _password: password, _csrf_token: csrf })
  const headers = { origin: base, cookie: cookiesOf(form) }
  const answer = await fetch(`${base}/login_check`, { method: 'POST', body, headers, redirect: 'manual' })
  const cookie = /session=[^;]+/.exec(cookiesOf(answer))?.[0]
  if (cookie === undefined) throw new Error(`sign-in answered ${answer.status}`)
  const grant = { grant_type: 'password', client_id: clientId, client_secret: clientSecret, username, password }
  const tokens = await fetch(`${base}/oauth/v2/token`, { method: 'POST', body: new URLSearchParams(grant) })
  return { cookie, token: ((await tokens.json()) as { access_token: string }).access_token }
}

function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

export interface Download {
  readonly bytes: number
  /** the last bytes, as Latin-1 */
  readonly end: string
}

/** Bytes of the end that are kept: what closes a file of any format stands there. */
const END_BYTES = 64

/**
 * Reads a file to its end and keeps nothing of it.
 * @param stallMs for so long nothing more is read after the first bytes
 * @throws when the answer is not 200 or breaks off
 */
export function download(base: string, path: string, { cookie }: Reader, stallMs: number): Promise<Download> {
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, base), { agent: false, headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${path} answered ${answer.statusCode}`))
      let [bytes, end] = [0, '']
      if (stallMs > 0) {
        answer.once('data', () => {
          answer.pause()
          setTimeout(() => answer.resume(), stallMs)
        })
      }
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length
        end = (end + piece.subarray(-END_BYTES).toString('latin1')).slice(-END_BYTES)
      })
      answer.on('end', () => resolve({ bytes, end }))
      answer.on('error', reject)
    })
    call.on('error', reject).end()
  })
}
