import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { articlePage, NEWS } from '../support/site.ts'

/**
 * A site on loopback that records the time of each request. `/fast/…` responds at once, `/after/MS/…` after a delay,
 * `/missing/…` with 404, and `/hang/…` after `release`.
 */
export interface TimedSite {
  readonly url: string
  /** @returns the times of the requests for a page, from `performance.now()` */
  asked(path: string): readonly number[]
  /** @returns the time of the last response with this page, from `performance.now()` */
  answered(path: string): number
  /** @returns all requested paths */
  paths(): readonly string[]
  /** Lets all current and future requests for `/hang/…` get their response. */
  release(): void
}

/** @returns the title of the page at a path */
export function titleAt(path: string): string {
  return `The page at ${path}`
}

export async function startTimedSite(t: Pick<TestContext, 'after'>): Promise<TimedSite> {
  const asked = new Map<string, number[]>()
  const answered = new Map<string, number>()
  const gate = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    asked.set(path, [...(asked.get(path) ?? []), performance.now()])
    const [, kind, pause] = path.split('/')
    if (kind === 'hang') await gate.promise
    if (kind === 'after') await new Promise((resolve) => setTimeout(resolve, Number(pause)))
    answered.set(path, performance.now())
    send(response, kind === 'missing' ? 404 : 200, path)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => {
    gate.resolve()
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: (path) => asked.get(path) ?? [],
    answered: (path) => answered.get(path) ?? Number.NaN,
    paths: () => [...asked.keys()],
    release: () => gate.resolve(),
  }
}

function send(response: ServerResponse, status: number, path: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
  // The page with status 404 contains no article, because Dogear would extract it in spite of the status.
  const page = status === 404 ? `<title>${titleAt(path)}</title><p>Not found.</p>` : undefined
  response.end(page ?? articlePage({ ...NEWS, title: titleAt(path) }))
}
