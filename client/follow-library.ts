/** In milliseconds: how long a synchronization is recent enough when the page is shown again. */
const RECENT = 30_000

let last = -RECENT

/**
 * Asks the service worker to synchronize the library that it keeps for reading without a network: now, when the page is
 * shown again, and when there is a network again.
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

/** The numbers of changes that wait, and that were not applied. */
interface OutboxState {
  readonly waiting: number
  readonly problems: number
}

let shown: OutboxState | undefined

/** Shows how many changes wait, on this page and the next ones. */
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
