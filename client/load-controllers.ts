import type { Application, ControllerConstructor } from '@hotwired/stimulus'

export type LazyControllers = Readonly<Record<string, () => Promise<Readonly<Record<string, ControllerConstructor>>>>>

/** Loads the file of a controller when the first element that names it is on the page, now or later. */
export function loadControllers(application: Application, lazy: LazyControllers): void {
  const started = new Set<string>()
  const look = (root: ParentNode) => {
    for (const element of root.querySelectorAll('[data-controller]')) {
      for (const name of element.getAttribute('data-controller')?.split(/\s+/) ?? []) void load(name)
    }
  }
  const load = async (name: string) => {
    const file = lazy[name]
    if (!file || started.has(name)) return
    started.add(name)
    const [controller] = Object.values(await file())
    if (controller) application.register(name, controller)
  }
  look(document)
  new MutationObserver((changes) => {
    for (const { target } of changes) if (target instanceof Element) look(target.parentElement ?? target)
  }).observe(document.documentElement, { childList: true, subtree: true })
}
