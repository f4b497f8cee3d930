import { config } from '@hotwired/turbo'
import { Application } from '@hotwired/stimulus'
import { EAGER, LAZY } from './controllers.ts'
import { loadControllers } from './load-controllers.ts'

/** Everything that moves in the pages. They work without it; what it adds, it adds to what stands there already. */
// A button that is disabled loses the focus, and with it the place of whoever works by keyboard.
config.forms.submitter = 'aria-disabled'
const application = Application.start()
for (const [name, controller] of Object.entries(EAGER)) application.register(name, controller)
loadControllers(application, LAZY)
addEventListener('load', () => void registerWorker(), { once: true })

/** Has the service worker keep what was read, so that it can be read without a network. Where there is none, nothing changes. */
async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/sw.js', { type: 'module' })
    if (navigator.serviceWorker.controller) return
    // A page whose request left before the worker was there, and that came after the worker took over those that were open.
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage('claim', [])
  } catch {
    // A browser that cannot do it, or an address without TLS: the pages work as ever.
  }
}
