import { request } from 'node:http'
import type { Seeded } from '../seed.ts'

export interface Reader {
  /** `Cookie` header of the web session */
  readonly cookie: string
  readonly token: string
}

/** Signs a user in to the web app and to the API. */
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

interface Download {
  readonly bytes: number
  /** last bytes of the file, as Latin-1 text */
  readonly end: string
}

/** Number of bytes that are kept from the end of a file. Each format has its end marker there. */
const END_BYTES = 64

/**
 * Downloads a file without storing it.
 * @param stallMs milliseconds for which reading pauses after the first bytes
 * @throws Error if the status is not 200 or the response is incomplete
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
