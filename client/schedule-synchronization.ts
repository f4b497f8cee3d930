import { refreshPage } from './refresh-page.ts'
import { awaitLatePage, takeLatePage } from './take-late-page.ts'

/**
 * Minimum time in milliseconds between two synchronizations that start because a page is shown or loaded. It is also
 * the interval at which a page that shows that it is offline asks for a synchronization.
 */
const RECENT = 30_000

let last = -RECENT

/**
 * Asks the service worker to synchronize the offline library: now, after each page load, when the page is shown again,
 * and when the browser comes online. While the page shows that it is offline, also asks at intervals, because no event
 * reports that the server is reachable again.
 */
export function scheduleSynchronization(): void {
  addEventListener('online', () => ask())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && performance.now() - last > RECENT) ask()
  })
  navigator.serviceWorker.addEventListener('controllerchange', () => ask())
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    const message = data as OutboxState | { readonly arrived: string }
    if ('arrived' in message) return takeLatePage(message.arrived)
    showState(message)
    if (message.isSynchronized && isOutdated(message)) refreshPage()
  })
  setInterval(() => {
    if (isDrawnOffline() && document.visibilityState === 'visible') ask()
  }, RECENT)
  document.addEventListener('turbo:load', () => {
    showState(shown)
    awaitLatePage()
    if (performance.now() - last > RECENT) ask()
  })
  showState(undefined)
  awaitLatePage()
  ask()
}

function ask(): void {
  if (!navigator.serviceWorker.controller) return
  last = performance.now()
  navigator.serviceWorker.controller.postMessage('follow', [])
}

/** The number of unsent changes, and the number of changes that the server did not apply. */
interface OutboxState {
  readonly waiting: number
  readonly problems: number
  /** true if a synchronization has just finished */
  readonly isSynchronized: boolean
}

const isDrawnOffline = (): boolean => document.querySelector('#offline-state > span') !== null

/** @returns whether to refresh the page: it still shows that it is offline, or still lists changes that were sent */
function isOutdated({ waiting }: OutboxState): boolean {
  return isDrawnOffline() || (waiting === 0 && location.pathname === '/outbox')
}

let shown: OutboxState | undefined

/** Shows the numbers of pending and failed changes, on this page and on those opened after it. */
function showState(state: OutboxState | undefined): void {
  shown = state
  const line = document.querySelector<HTMLElement>('#offline-state')
  const link = line?.querySelector('a')
  if (!line || !link) return
  const [waiting = 0, problems = 0] = state ? [state.waiting, state.problems] : numbersIn(line)
  const texts = [textOf(line.dataset['waiting'], waiting), textOf(line.dataset['problems'], problems)]
  link.textContent = texts.filter(Boolean).join(', ')
}

const numbersIn = (line: HTMLElement): number[] => (line.dataset['state'] ?? '').split(' ').map(Number)

function textOf(texts = '', count: number): string {
  const [one = '', other = ''] = texts.split('|')
  return count === 0 ? '' : (count === 1 ? one : other).replace('#', String(count))
}
