/** Milliseconds after a synchronization in which showing the page again does not start another one. */
const RECENT = 30_000

let last = -RECENT

/**
 * Makes the service worker synchronize the offline library: now, whenever the page is shown again, and whenever the
 * browser comes online.
 */
export function followLibrary(): void {
  addEventListener('online', () => ask())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && performance.now() - last > RECENT) ask()
  })
  navigator.serviceWorker.addEventListener('controllerchange', () => ask())
  navigator.serviceWorker.addEventListener('message', ({ data }) => showState(data as OutboxState))
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
