import { config } from '@hotwired/turbo'
import { Application } from '@hotwired/stimulus'
import { EAGER_CONTROLLERS, LAZY_CONTROLLERS } from './controllers.ts'
import { applyPending } from './optimistic/pending-changes.ts'
import { forgetActions } from './optimistic/recent-actions.ts'
import { bufferKeystrokes } from './buffer-keystrokes.ts'
import { hasEffect, runEffect } from './controllers/keys_controller.ts'
import { loadSheet } from './load-sheet.ts'
import type * as CommandPalette from './command-palette.ts'
import { focusOpenedCard } from './focus-opened-card.ts'
import { keepTypedText } from './keep-typed-text.ts'
import { loadControllers } from './load-controllers.ts'
import { showToast } from './show-toast.ts'
import { keepSubmissionOrder } from './submission-order.ts'

/** Milliseconds after which the progress bar shows that a page, a form or a panel is coming. */
const PROGRESS_DELAY = 150
/** Milliseconds between the registration of the service worker and the first synchronization. */
const SYNC_DELAY = 1000
/**
 * Milliseconds between the load of a page and the connection on which the server reports changes, together with the
 * script of the command palette. The delay keeps the load fast. It also helps browser automation, which often waits
 * until the network is idle after the load.
 */
const EVENTS_DELAY = 3000

/** Entry point of the scripts. The pages work without scripts, which only enhance elements. */
// By default, Turbo disables the pressed button while it sends the form. A disabled button loses the focus, which
// keyboard users need.
config.forms.submitter = 'aria-disabled'
config.drive.progressBarDelay = PROGRESS_DELAY
const application = Application.start()
for (const [name, controller] of Object.entries(EAGER_CONTROLLERS)) application.register(name, controller)
loadControllers(application, LAZY_CONTROLLERS)
keepSubmissionOrder()
keepTypedText()
// Loaded at once, because the first keys may already open an article.
focusOpenedCard()
// Loads modules that act on the response to a form. A controller could not do this, because a key may submit the form
// before its controller is loaded. The capture phase is necessary because Turbo stops the event.
addEventListener(
  'submit',
  ({ target }) => {
    if (!(target instanceof HTMLFormElement)) return
    void import('./prepare-for-response.ts').then(({ prepareForResponse }) => prepareForResponse(target))
  },
  true,
)
addEventListener('toggle', () => void import('./close-menus.ts').then(({ closeMenus }) => closeMenus()), {
  capture: true,
  once: true,
})
addEventListener(
  'load',
  () => {
    void registerWorker()
    if ('dogear-unsent-form' in sessionStorage)
      void import('./prepare-for-response.ts').then(({ restoreUnsentForm }) => restoreUnsentForm())
    setTimeout(() => {
      void import('./live/follow-changes.ts').then(({ followChanges }) => followChanges())
      if (document.body.dataset['palette'] && matchMedia('(hover:hover)').matches) void loadPalette().catch(releaseKeys)
    }, EVENTS_DELAY)
  },
  { once: true },
)

// Ctrl+K (Cmd+K) opens the command palette. Its script is loaded some seconds after the page, or as soon as Ctrl is
// pressed. Keys that are typed before the palette is open are held for its field.
addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || !document.body.dataset['palette']) return
  const loading = loadPalette()
  if (event.key !== 'k') return void loading.catch(releaseKeys)
  event.preventDefault()
  bufferKeystrokes({ event: 'palette:open', show: () => document.querySelector('#palette input') })
  void loading.then(({ openPalette }) => openPalette({ hasEffect, runEffect })).then(releaseKeys, releaseKeys)
})

/** Loads the command palette and its style sheet at the same time. */
async function loadPalette(): Promise<typeof CommandPalette> {
  paletteSheet ??= loadSheet('command-palette')
  const [palette] = await Promise.all([import('./command-palette.ts'), paletteSheet])
  return palette
}

let paletteSheet: Promise<unknown> | undefined

/** Ends the wait for the command palette. */
function releaseKeys(): void {
  document.dispatchEvent(new Event('palette:open'))
}

let failure: unknown

// A form that could not be sent stays as it is, with what was typed. By itself, Turbo would only write to the console.
// The form that saves an address keeps it for later.
document.addEventListener('turbo:fetch-request-error', (event) => {
  if (!(event.target instanceof HTMLFormElement) || event.target.matches('.add')) return
  event.preventDefault()
  failure = event.detail.error
  showToast(document.querySelector<HTMLElement>('#toasts')?.dataset['unsent'] ?? '')
})

// Turbo cancels the request of a page when the user opens another one. If its body is still arriving, Turbo leaves the
// rejection unhandled. A cancelled request is no error, and the failure of a form has been reported.
addEventListener('unhandledrejection', (event) => {
  const isCancelled = event.reason instanceof DOMException && event.reason.name === 'AbortError'
  if (isCancelled || (failure !== undefined && event.reason === failure)) event.preventDefault()
})

// In a field that is focused when the page opens, the caret is placed after the value.
document.addEventListener('turbo:load', () => {
  const field = document.activeElement
  if (field instanceof HTMLInputElement && field.autofocus && field.type === 'text') {
    field.setSelectionRange(field.value.length, field.value.length)
  }
})

// Loads the style sheet and the script of articles together with the page of an article. They would only be requested
// afterwards, and Turbo would show the page without its style sheet if that takes longer than two seconds.
document.addEventListener('turbo:visit', ({ detail: { url } }) => {
  const lists = document.querySelector<HTMLLinkElement>('link[href$="/lists.css"]')
  if (!lists || !url.includes('/view/')) return
  void import('./reading.ts').catch(() => undefined)
  void fetch(lists.href.replace(/lists(?=\.css$)/, 'reading')).catch(() => undefined)
})

// A form that is no change of a card may be the last action of the user, so an undo asks the server for it.
document.addEventListener('turbo:submit-start', forgetActions)

document.addEventListener('turbo:before-render', ({ detail }) => applyPending(detail.newBody))
document.addEventListener('turbo:before-frame-render', ({ detail }) => applyPending(detail.newFrame))

/**
 * Registers the service worker, which stores pages for reading offline. Does nothing in browsers without service
 * workers.
 */
async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/sw.js', { type: 'module' })
    // Delays the synchronization, so that it does not slow down the load of the page.
    setTimeout(
      () =>
        void import('./schedule-synchronization.ts').then(({ scheduleSynchronization }) => scheduleSynchronization()),
      SYNC_DELAY,
    )
    if (navigator.serviceWorker.controller) return
    // A new worker does not control pages that were loaded before it. The message makes it claim this page.
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage('claim', [])
  } catch {
    // The browser refused the worker, for example because the address has no TLS. The pages work without it.
  }
}
