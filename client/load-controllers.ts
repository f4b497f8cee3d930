import type { Application, ControllerConstructor } from '@hotwired/stimulus'

/** Functions that fetch a controller, by name; they return false while the page does not need it. */
export type LazyControllers = Readonly<
  Record<string, () => false | Promise<Readonly<Record<string, ControllerConstructor>>>>
>

/**
 * Loads a controller when an element with its name is on the page, now or later, and the page needs it, depending on
 * its content, on ticked boxes or on the focus.
 */
export function loadControllers(application: Application, lazy: LazyControllers): void {
  const started = new Set<string>()
  const look = () => {
    for (const element of document.querySelectorAll('[data-controller]')) {
      for (const name of element.getAttribute('data-controller')?.split(/\s+/) ?? []) void load(name)
    }
  }
  const load = async (name: string) => {
    const file = started.has(name) ? undefined : lazy[name]?.()
    if (!file) return
    started.add(name)
    try {
      const [controller] = Object.values(await file)
      if (controller) application.register(name, controller)
    } catch {
      // Without a network, the next page change tries again.
      started.delete(name)
    }
  }
  look()
  for (const type of ['change', 'focusin']) document.addEventListener(type, look)
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true })
}
