import type { Application, ControllerConstructor } from '@hotwired/stimulus'

/**
 * Functions that import a controller, by the controller's name. A function returns false while the page does not need
 * its controller.
 */
export type LazyControllers = Readonly<
  Record<string, () => false | Promise<Readonly<Record<string, ControllerConstructor>>>>
>

/**
 * Loads each controller as soon as an element with its name is on the page, and its function in `lazy` does not return
 * false. Checks for such elements after each change of the page, of a field or of the focus.
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
      // The import failed, probably because of the network. The next change of the page tries again.
      started.delete(name)
    }
  }
  look()
  for (const type of ['change', 'focusin']) document.addEventListener(type, look)
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true })
}
