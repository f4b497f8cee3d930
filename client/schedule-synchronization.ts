import { renderStreamMessage } from '@hotwired/turbo'

/** Milliseconds after a synchronization in which showing the page again does not start another one. */
const RECENT = 30_000
/** Refreshes the page, and keeps typed text. */
const REFRESH = '<turbo-stream action="refresh"></turbo-stream>'

let last = -RECENT

/**
 * Makes the service worker synchronize the offline library: now, whenever the page is shown again, and whenever the
 * browser comes online. While the page says that it is offline, tries again from time to time, because no event reports
 * that a server can be reached again.
 */
export function scheduleSynchronization(): void {
  addEventListener('online', () => ask())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && performance.now() - last > RECENT) ask()
  })
  navigator.serviceWorker.addEventListener('controllerchange', () => ask())
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    const state = data as OutboxState
    showState(state)
    if (state.isFollowed && isOutdated(state)) renderStreamMessage(REFRESH)
  })
  setInterval(() => {
    if (isDrawnOffline() && document.visibilityState === 'visible') ask()
  }, RECENT)
  document.addEventListener('turbo:load', () => {
    showState(shown)
    if (performance.now() - last > RECENT) ask()
  })
  showState(undefined)
  ask()
}

function ask(): void {
  if (!navigator.serviceWorker.controller) return
  last = performance.now()
  navigator.serviceWorker.controller.postMessage('follow', [])
}

/** Number of changes that are not sent yet, and number of changes that the server did not apply. */
interface OutboxState {
  readonly waiting: number
  readonly problems: number
  /** whether the library was synchronized just now */
  readonly isFollowed: boolean
}

const isDrawnOffline = (): boolean => document.querySelector('#offline-state > span') !== null

/** @returns whether the page still says that it is offline or lists sent changes. A page in use is left as it is. */
function isOutdated({ waiting }: OutboxState): boolean {
  if (document.querySelector('dialog[open], :popover-open')) return false
  return isDrawnOffline() || (waiting === 0 && location.pathname === '/outbox')
}

let shown: OutboxState | undefined

/** Shows the numbers of pending and of failed changes, on this page and on the next ones. */
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
