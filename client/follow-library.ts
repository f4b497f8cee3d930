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
  ask()
}

function ask(): void {
  if (!navigator.serviceWorker.controller) return
  last = performance.now()
  navigator.serviceWorker.controller.postMessage('follow', [])
}
