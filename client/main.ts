import { config } from '@hotwired/turbo'
import { Application } from '@hotwired/stimulus'
import { EAGER, LAZY } from './controllers.ts'
import { loadControllers } from './load-controllers.ts'

/** The start of all scripts. The pages work without them; scripts enhance existing elements. */
// A disabled button loses the focus, which keyboard users need.
config.forms.submitter = 'aria-disabled'
const application = Application.start()
for (const [name, controller] of Object.entries(EAGER)) application.register(name, controller)
loadControllers(application, LAZY)
for (const type of ['pointermove', 'touchstart', 'keydown']) {
  addEventListener(type, () => void guardInput(), { capture: true, passive: true })
}
addEventListener('load', () => void registerWorker(), { once: true })

let isGuarded = false

/** Loads what forms need with the first movement of the user, so that a page is there earlier. */
async function guardInput(): Promise<void> {
  if (isGuarded) return
  isGuarded = true
  try {
    const [order, typed] = await Promise.all([import('./submission-order.ts'), import('./keep-typed.ts')])
    order.keepSubmissionOrder()
    typed.keepTyped()
  } catch {
    // Without a network: tried again with the next movement.
    isGuarded = false
  }
}

/** In milliseconds. */
const LATER = 1000

/** Registers the service worker, which stores pages for reading offline. Without support, nothing changes. */
async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/sw.js', { type: 'module' })
    // Not before the page is drawn and the browser has time.
    setTimeout(() => void import('./follow-library.ts').then(({ followLibrary }) => followLibrary()), LATER)
    if (navigator.serviceWorker.controller) return
    // A page that loaded during the installation of the worker is not controlled by it, so it must be claimed.
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage('claim', [])
  } catch {
    // The browser does not support it, or the address has no TLS: the pages work without it.
  }
}
