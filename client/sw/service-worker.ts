import { isShare, outdated, planFor, waitingPath } from './plan.ts'

/** The used parts of a service worker's globals; TypeScript's types for workers conflict with those for pages. */
interface WorkerScope {
  readonly location: Location
  readonly navigator: Navigator
  readonly clients: { claim(): Promise<void> }
  readonly registration: { unregister(): Promise<boolean> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate' | 'message', listener: (event: Waiting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
}
interface Waiting {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Waiting {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

const worker = globalThis as unknown as WorkerScope

/** The cache for this version of the files; the server inserts the version. */
const FILES = 'dogear-files-VERSION'
const PAGES = 'dogear-pages'
const PICTURES = 'dogear-pictures'
const OFFLINE = '/offline'
const NOT_SAVED = '/offline/not-saved'
/** Maximum numbers of stored articles and pictures, the most recent ones. */
const MOST_PAGES = 50
const MOST_PICTURES = 300
/** In milliseconds: how long to wait for the network before showing a stored page. */
const PATIENCE = 4000

worker.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const files = await caches.open(FILES)
      await files.addAll([OFFLINE, NOT_SAVED])
      const page = (await (await files.match(OFFLINE))?.text()) ?? ''
      await files.addAll([...page.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href!))
      await worker.skipWaiting()
    })(),
  )
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys()
      await Promise.all(outdated(names, [FILES, PAGES, PICTURES]).map((name) => caches.delete(name)))
      await worker.clients.claim()
    })(),
  )
})

// The only message of pages: that they have no worker (client/main.ts).
worker.addEventListener('message', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (isShare(request.method, new URL(request.url).pathname)) {
    if (!worker.navigator.onLine) event.respondWith(waiting(request))
    return
  }
  const plan = planFor({
    method: request.method,
    url: new URL(request.url),
    origin: worker.location.origin,
    accept: request.headers.get('accept') ?? '',
    isFrame: request.headers.has('turbo-frame'),
  })
  if (plan === 'asset') event.respondWith(keptFirst(event, FILES))
  else if (plan === 'picture') event.respondWith(keptFirst(event, PICTURES, MOST_PICTURES))
  else if (plan === 'saving') event.respondWith(orNotSaved(request))
  else if (plan !== 'leave') event.respondWith(freshFirst(event))
})

/** Redirects to the page that saves the shared page after a click. */
async function waiting(request: Request): Promise<Response> {
  const path = waitingPath(await request.formData())
  return Response.redirect(new URL(path, worker.location.origin).href, 303)
}

/** The page that saves, or, offline, one that explains that nothing is saved yet. */
async function orNotSaved(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => caches.match(NOT_SAVED))
  return answer ?? Response.error()
}

async function keptFirst(event: Fetching, name: string, most = Infinity): Promise<Response> {
  const cache = await caches.open(name)
  const kept = await cache.match(event.request)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.ok) event.waitUntil(keep(cache, event.request.url, answer.clone(), most))
  return answer
}

/** The current page, or the stored copy of its last visit; signing out deletes all copies. */
async function freshFirst(event: Fetching): Promise<Response> {
  const cache = await caches.open(PAGES)
  const { pathname, origin } = new URL(event.request.url)
  const address = origin + pathname
  const fetching = fetch(event.request).then((answer) => {
    if (new URL(answer.url).pathname === '/login') event.waitUntil(forget())
    else if (answer.ok && !answer.redirected) event.waitUntil(keep(cache, address, answer.clone(), MOST_PAGES))
    return answer
  })
  const kept = await cache.match(address)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE))
  const first = await Promise.race([fetching.catch(() => undefined), ...(kept ? [late] : [])])
  return first ?? kept ?? (await caches.match(OFFLINE)) ?? Response.error()
}

/** Visiting a page again moves it to the end, so that the least recently visited pages are deleted first. */
async function keep(cache: Cache, address: string, answer: Response, most: number): Promise<void> {
  await cache.delete(address)
  await cache.put(address, answer)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)))
}

async function forget(): Promise<void> {
  await Promise.all([PAGES, PICTURES].map((name) => caches.delete(name)))
}
