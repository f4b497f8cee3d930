import { config } from '@hotwired/turbo'
import { Application } from '@hotwired/stimulus'
import { EAGER, LAZY } from './controllers.ts'
import { loadControllers } from './load-controllers.ts'
import { registerWorker } from './register-worker.ts'

/** Everything that moves in the pages. They work without it; what it adds, it adds to what stands there already. */
// A button that is disabled loses the focus, and with it the place of whoever works by keyboard.
config.forms.submitter = 'aria-disabled'
const application = Application.start()
for (const [name, controller] of Object.entries(EAGER)) application.register(name, controller)
loadControllers(application, LAZY)
addEventListener('load', () => void registerWorker(), { once: true })
