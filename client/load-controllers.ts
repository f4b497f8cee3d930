import type { Application, ControllerConstructor } from '@hotwired/stimulus'

/** By name, what fetches a controller: false while there is no use for it. */
export type LazyControllers = Readonly<
  Record<string, () => false | Promise<Readonly<Record<string, ControllerConstructor>>>>
>

/** Loads the file of a controller when an element that names it is on the page, now or later, and it is of use there: what a page has or what is ticked in it decides. */
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
    const [controller] = Object.values(await file)
    if (controller) application.register(name, controller)
  }
  look()
  document.addEventListener('change', look)
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true })
}
