import { mentionsLocalId } from '../offline/local-ids.ts'
import {
  answerMissing,
  answerOffline,
  endSession,
  isAnythingWaiting,
  keepPageFiles,
  prepareForSearch,
  outboxState,
  withServerIds,
  signOut,
  synchronize,
  type BufferedRequest,
} from '../offline/offline-service.ts'
import { isBrowserDataPath } from '../offline/offline-request.ts'
import { flushOutbox } from '../offline/sync/flush-outbox.ts'
import { FILES, keepFiles, cacheFirst, OFFLINE, PICTURES } from './caches.ts'
import { outdatedCaches, strategyFor, confirmSavePath } from './request-strategy.ts'
import { LateResponses } from './late-responses.ts'
import { Patience } from './patience.ts'
import { worker, type FetchEvent } from './worker-scope.ts'

const SYNC_TAG = 'dogear-outbox'
/** Milliseconds between a change and the synchronization after it. */
const SOON = 3000

worker.addEventListener('install', (event) => {
  // Fetches the files of this version before it takes over, because its activation deletes the files of the previous
  // version.
  event.waitUntil(
    keepFiles([OFFLINE])
      .then(keepPageFiles)
      .then(() => worker.skipWaiting()),
  )
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys()
      await Promise.all(outdatedCaches(names, [FILES, PICTURES]).map((name) => caches.delete(name)))
      await worker.clients.claim()
    })(),
  )
})

// Messages from pages: `follow` requests a synchronization (client/schedule-synchronization.ts), and `awaited` is the
// address of a page that waits for the server (client/take-late-page.ts). Any other message asks the worker to take
// control of the page (client/main.ts).
worker.addEventListener('message', (event) => {
  const { data } = event
  if (isAwaiting(data)) event.waitUntil(reportMissed(data.awaited))
  else event.waitUntil(data === 'follow' ? followQuietly() : worker.clients.claim())
})

// Some browsers wake the worker with this event when they come online.
worker.addEventListener('sync', (event) => event.waitUntil(sendOutbox()))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  const strategy = strategyFor({
    method: request.method,
    url,
    origin: worker.location.origin,
    accept: request.headers.get('accept') ?? '',
    contentType: request.headers.get('content-type') ?? '',
    isNavigation: request.mode === 'navigate',
    referrer: request.referrer,
  })
  if (strategy === 'asset') event.respondWith(cacheFirst(event, FILES))
  else if (strategy === 'picture') event.respondWith(cacheFirst(event, PICTURES))
  else if (strategy === 'page') event.respondWith(answerPage(event, url))
  else if (strategy === 'network') event.respondWith(fetch(request).catch(offlinePage))
  else if (strategy === 'form') event.respondWith(answerForm(event, url))
  else if (strategy === 'sign-out') leaveSignOut(event)
  // While the browser is online, it sends the shared page to the server itself. If the worker forwarded the request,
  // the server would take it for a request of one of Dogear's pages.
  else if (strategy === 'share' && !worker.navigator.onLine) event.respondWith(askForShared(request))
})

/** Redirects to a page on which the user confirms the save. */
async function askForShared(request: Request): Promise<Response> {
  const path = confirmSavePath(await request.formData())
  return Response.redirect(new URL(path, worker.location.origin).href, 303)
}

const lateResponses = new LateResponses()
const patience = new Patience()

/**
 * The result of a request to the server. `offline`: it cannot be reached. `own`: only this browser has the page, because
 * the page names an object that the server has not created.
 */
type Outcome = Response | 'offline' | 'own'

/**
 * Answers with the page from the server. If the server cannot be reached, or does not answer in time, the page is
 * rendered from the library. A page that the library does not have waits for the server.
 */
async function answerPage(event: FetchEvent, url: URL): Promise<Response> {
  const { request } = event
  const buffered = await withServerIds(bufferRequest(request, url, ''))
  if (buffered.url.href !== url.href) return Response.redirect(buffered.url.href)
  if (isBrowserDataPath(url.pathname)) {
    const own = await answerOffline(buffered, worker.navigator.onLine ? 'own' : 'offline')
    if (own) return own
  }
  const arrived = lateResponses.take(request)
  if (arrived) return arrived
  const since = performance.now()
  const asking = askServer(request, buffered)
  event.waitUntil(asking.then((outcome) => outcome instanceof Response && patience.learn(performance.now() - since)))
  const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), patience.milliseconds))
  const first = await Promise.race([asking, late])
  if (first !== 'late') return answerWith(event, buffered, first)
  patience.learn(Infinity)
  return (await standIn(event, buffered, asking)) ?? answerWith(event, buffered, await asking)
}

/** Sends the outbox, so that the page from the server contains its changes, and then the request. */
async function askServer(request: Request, buffered: BufferedRequest): Promise<Outcome> {
  if (!(await isOutboxSent())) return 'offline'
  const { href } = (await withServerIds(buffered)).url
  if (href !== buffered.url.href) return Response.redirect(href)
  if (mentionsLocalId(href)) return 'own'
  return fetch(request)
    .then(noticeSession)
    .catch(() => 'offline')
}

async function answerWith(event: FetchEvent, buffered: BufferedRequest, outcome: Outcome): Promise<Response> {
  if (outcome instanceof Response) return outcome
  const own = await answerOffline(buffered, outcome)
  // Prepares the search only after the response, because the worker first has to answer the requests for the files of
  // the page.
  if (own) event.waitUntil(later(prepareForSearch))
  // If only the outbox could not be sent, the server may still have a page that the library does not have.
  const late = own ?? (await fetch(event.request).catch(() => undefined))
  return late ?? (await answerMissing(buffered)) ?? (await offlinePage())
}

/**
 * Renders the page from the library until the server answers. When it does, reports that to all pages, so that the page
 * requests itself again.
 * @returns undefined if the library does not have the page, or if the server answers meanwhile
 */
async function standIn(
  event: FetchEvent,
  buffered: BufferedRequest,
  asking: Promise<Outcome>,
): Promise<Response | undefined> {
  const { request } = event
  // An update of an open page uses only pages of the server (client/live/request-page.ts).
  if (request.headers.has('x-update-since')) return undefined
  // A page that requests itself again may show changes that the library does not contain yet.
  if (request.referrer === request.url.split('#')[0]) return undefined
  const own = await Promise.race([asking.then(() => undefined), answerOffline(buffered, 'slow')])
  if (!own) return undefined
  event.waitUntil(lateResponses.expect(request, asking).then(() => reportArrived(request.url)))
  event.waitUntil(later(prepareForSearch))
  return own
}

const isAwaiting = (data: unknown): data is { readonly awaited: string } =>
  typeof data === 'object' && data !== null && 'awaited' in data && typeof data.awaited === 'string'

/** Reports the arrival of a page again, if the page that waits for it was not listening yet. */
async function reportMissed(href: string): Promise<void> {
  if (!lateResponses.isExpected(href)) await reportArrived(href)
}

async function reportArrived(href: string): Promise<void> {
  for (const client of await worker.clients.matchAll()) client.postMessage({ arrived: href.split('#')[0] }, [])
}

/** Milliseconds between a response and work that only later responses need. */
const LATER = 500

const later = (work: () => Promise<void>): Promise<void> =>
  new Promise((resolve) => setTimeout(() => resolve(work()), LATER))

/** @returns whether only this browser can answer: the page shows settings of this browser, or objects created in it */
function isOfThisBrowser(url: URL, body: string): boolean {
  return isBrowserDataPath(url.pathname) || mentionsLocalId(url.href) || mentionsLocalId(body)
}

/**
 * Sends the outbox, so that pages from the server contain its changes.
 * @returns false if the server did not answer
 */
async function isOutboxSent(): Promise<boolean> {
  if (!(await isAnythingWaiting())) return true
  return (await flushOutbox()) !== 'offline'
}

async function answerForm(event: FetchEvent, url: URL): Promise<Response> {
  const { request } = event
  const buffered = await withServerIds(bufferRequest(request, url, await request.clone().text()))
  // A page that was requested before the change may not contain it. Reading positions do not count as changes.
  if (!url.pathname.endsWith('/progress')) lateResponses.discard()
  if (!isOfThisBrowser(url, buffered.body) && (await isOutboxSent())) {
    const response = await fetch(request)
      .then(noticeSession)
      .catch(() => undefined)
    if (response) {
      event.waitUntil(followSoon())
      return response
    }
  }
  const isOwn = isOfThisBrowser(url, buffered.body) && worker.navigator.onLine
  const response = await answerOffline(buffered, isOwn ? 'own' : 'offline')
  if (!response) return request.mode === 'navigate' ? offlinePage() : Response.error()
  event.waitUntil(afterChange())
  return response
}

/** Whether the user has submitted a form that signs out or deletes the account, so that the session ends on purpose. */
let isSigningOut = false

/**
 * Leaves the form for signing out to the browser. The header `Clear-Site-Data` of the response makes the browser stop
 * this worker, so a response passed on by the worker could get lost, and the user would see a connection error.
 */
function leaveSignOut(event: FetchEvent): void {
  if (worker.navigator.onLine) isSigningOut = true
  else event.respondWith(offlinePage())
}

/**
 * Hides the library if the response is the sign-in page, because the session has ended. If the user has signed out,
 * deletes the library instead, because browsers without support for `Clear-Site-Data` have not deleted it.
 */
async function noticeSession(response: Response): Promise<Response> {
  const isDeliberate = isSigningOut
  isSigningOut = false
  if (new URL(response.url).pathname !== '/login') return response
  await (isDeliberate ? Promise.all([signOut(), caches.delete(PICTURES)]) : endSession())
  return response
}

function bufferRequest(request: Request, url: URL, body: string): BufferedRequest {
  const { referrer } = request
  const headers = { ...Object.fromEntries(request.headers), ...(referrer !== '' && { referer: referrer }) }
  return { method: request.method, url, headers, body }
}

async function offlinePage(): Promise<Response> {
  return (await caches.match(OFFLINE)) ?? Response.error()
}

/**
 * Sends changes that were made in the stored library, now or as soon as the browser is online. Then synchronizes,
 * because the user may have chosen other contents for offline reading.
 */
async function afterChange(): Promise<void> {
  await announce()
  await worker.registration.sync?.register(SYNC_TAG).catch(() => undefined)
  if (worker.navigator.onLine) await sendOutbox()
}

/** Sends the outbox, and synchronizes if the server answered and the session has not ended. */
async function sendOutbox(): Promise<void> {
  const outcome = await flushOutbox()
  if (outcome === 'sent' || outcome === 'empty') await followQuietly()
  await announce()
}

/** Synchronizes the library, fetches contents for offline reading, and reports the state to all pages. */
async function followQuietly(): Promise<void> {
  const { connection } = worker.navigator
  const isMetered = connection?.saveData === true || connection?.type === 'cellular'
  await synchronize({ isMetered, onFollowed: () => void announce(true), onProgress: () => void announce() })
  await announce()
}

let soon: Promise<void> | undefined

/** Synchronizes `SOON` milliseconds after a change on the server. Further changes in this time share the same run. */
function followSoon(): Promise<void> {
  soon ??= new Promise<void>((resolve) => setTimeout(resolve, SOON)).then(() => {
    soon = undefined
    return followQuietly()
  })
  return soon
}

/**
 * Sends the numbers of pending and failed changes to all pages.
 * @param isSynchronized true if a synchronization has just finished. Pages rendered offline are then outdatedCaches
 */
async function announce(isSynchronized = false): Promise<void> {
  const state = { ...(await outboxState()), isSynchronized }
  for (const client of await worker.clients.matchAll()) client.postMessage(state, [])
}
