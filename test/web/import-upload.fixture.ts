import { setTimeout as pause } from 'node:timers/promises'
import type { TestApp } from '../support/app.ts'
import type { InjectBrowser } from './inject-browser.fixture.ts'

const SAME = { host: 'dogear.test', origin: 'http://dogear.test', 'sec-fetch-site': 'same-origin' }

/** Submits a form with a file, like a browser. */
export async function uploadFile({ app }: TestApp, browser: InjectBrowser, path: string, form: FormData) {
  const request = new Request('http://x/', { method: 'POST', body: form })
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
  const type = request.headers.get('content-type')!
  const payload = Buffer.from(await request.arrayBuffer())
  return app.inject({ method: 'POST', url: path, payload, headers: { ...SAME, cookie, 'content-type': type } })
}

/** Requests a value again until it meets the condition. @returns the value */
export async function until<T>(request: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 1000; tries++) {
    const value = await request()
    if (isDone(value)) return value
    await pause(25)
  }
  throw new Error('the condition was not met in 25 seconds')
}
