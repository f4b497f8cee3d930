import { config } from '@hotwired/turbo'
import { Application } from '@hotwired/stimulus'
import { EAGER, LAZY } from './controllers.ts'
import { loadControllers } from './load-controllers.ts'

/** Milliseconds between the registration of the service worker and the first synchronization. */
const SYNC_DELAY = 1000
/**
 * Milliseconds between the load of a page and the connection for changes. The delay keeps the page fast, and tools that
 * wait until the network is idle, such as programs that control a browser, wait for the page only.
 */
const EVENTS_DELAY = 3000

/** Entry point of the scripts. The pages work without scripts, which only enhance existing elements. */
// Turbo would disable the pressed button, which would lose the focus of keyboard users.
config.forms.submitter = 'aria-disabled'
const application = Application.start()
for (const [name, controller] of Object.entries(EAGER)) application.register(name, controller)
loadControllers(application, LAZY)
// Not in the controller of the bar, which may not be loaded yet when a key submits it. In the capture phase, because Turbo
// stops the event. The modules are loaded before the new page, which needs two requests.
addEventListener(
  'submit',
  ({ target }) => {
    if (!(target instanceof HTMLFormElement)) return
    void import('./focus-invalid-field.ts').then(({ focusInvalidField }) => focusInvalidField())
    void import('./keep-unsent-form.ts').then(({ keepUnsentForm }) => keepUnsentForm(target))
    if (target.id === 'bulk') void import('./focus-after-bulk.ts').then(({ focusAfterBulk }) => focusAfterBulk(target))
    if (location.hash !== '')
      void import('./keep-scroll-position.ts').then(({ keepScrollPosition }) => keepScrollPosition(target))
  },
  true,
)
addEventListener(
  'keydown',
  () => void import('./focus-opened-card.ts').then(({ focusOpenedCard }) => focusOpenedCard()),
  {
    once: true,
  },
)
addEventListener('toggle', () => void import('./close-menus.ts').then(({ closeMenus }) => closeMenus()), {
  capture: true,
  once: true,
})
for (const type of ['pointermove', 'touchstart', 'keydown']) {
  addEventListener(type, () => void guardInput(), { capture: true, passive: true })
}
addEventListener(
  'load',
  () => {
    void registerWorker()
    if ('dogear-unsent-form' in sessionStorage)
      void import('./keep-unsent-form.ts').then(({ restoreUnsentForm }) => restoreUnsentForm())
    setTimeout(() => void import('./live/follow-changes.ts').then(({ followChanges }) => followChanges()), EVENTS_DELAY)
  },
  { once: true },
)

// Text that is typed into a field that has the focus from the start goes on after its value.
document.addEventListener('turbo:load', () => {
  const field = document.activeElement
  if (field instanceof HTMLInputElement && field.autofocus && field.type === 'text') {
    field.setSelectionRange(field.value.length, field.value.length)
  }
})

let isGuarded = false

/** Loads the scripts for forms at the user's first input, so that they do not delay the page. */
async function guardInput(): Promise<void> {
  if (isGuarded) return
  isGuarded = true
  try {
    const [order, typed] = await Promise.all([import('./submission-order.ts'), import('./keep-typed-text.ts')])
    order.keepSubmissionOrder()
    typed.keepTypedText()
  } catch {
    // Without a network: tried again at the next input.
    isGuarded = false
  }
}

/**
 * Registers the service worker, which stores pages for reading offline. Does nothing in browsers without service
 * workers.
 */
async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/sw.js', { type: 'module' })
    // Delayed, so that it does not slow down the page.
    setTimeout(
      () =>
        void import('./schedule-synchronization.ts').then(({ scheduleSynchronization }) => scheduleSynchronization()),
      SYNC_DELAY,
    )
    if (navigator.serviceWorker.controller) return
    // A worker does not control a page that loaded before it was active, so the worker has to claim the page.
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage('claim', [])
  } catch {
    // The browser refused, for example because the address has no TLS. The pages work without a worker.
  }
}
