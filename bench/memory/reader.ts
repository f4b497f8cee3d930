import { request } from 'node:http'
import { browserSession, type BrowserSession } from '../../test/api/browser-session.fixture.ts'
import type { Seeded } from '../seed.ts'

export interface Reader {
  readonly browser: BrowserSession
  readonly token: string
}

/** Signs a user in at the pages and at the API. */
export async function signIn(base: string, seeded: Seeded, username: string): Promise<Reader> {
  const { clientId, clientSecret, password } = seeded
  const browser = browserSession(base)
  const form = await (await browser.get('/login')).text()
  const csrf = /name="_csrf_token" value="([^"]+)"/.exec(form)?.[1] ?? ''
  const answer = await browser.post('/login_check', { _username: username, _password: password, _csrf_token: csrf })
  if (!browser.cookies.has('session')) throw new Error(`sign-in answered ${answer.status}`)
  const grant = { grant_type: 'password', client_id: clientId, client_secret: clientSecret, username, password }
  const tokens = await fetch(`${base}/oauth/v2/token`, { method: 'POST', body: new URLSearchParams(grant) })
  return { browser, token: ((await tokens.json()) as { access_token: string }).access_token }
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
export function download(base: string, path: string, { browser }: Reader, stallMs: number): Promise<Download> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
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
