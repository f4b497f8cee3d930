import { Controller } from '@hotwired/stimulus'
import { steps } from '../models/stepper.ts'

/** Applies a changed reading setting immediately, and saves it in the background. */
export class AppearanceController extends Controller<HTMLFormElement> {
  static override targets = ['choice', 'nextTheme', 'stepper']
  static override values = { sheets: Object }
  declare readonly choiceTargets: readonly HTMLButtonElement[]
  declare readonly nextThemeTarget: HTMLButtonElement
  declare readonly stepperTargets: readonly HTMLElement[]
  declare readonly sheetsValue: Readonly<Record<string, readonly string[]>>

  set(event: SubmitEvent): void {
    const button = event.submitter
    if (!(button instanceof HTMLButtonElement) || button.name === '') return
    event.preventDefault()
    event.stopPropagation()
    const body = new URLSearchParams({ [button.name]: button.value })
    for (const name of ['token', 'back']) body.set(name, this.#field(name))
    this.#show(button.name, button.value)
    void fetch(this.element.action, { method: 'POST', body, redirect: 'manual', keepalive: true })
  }

  #field(name: string): string {
    const field = this.element.elements.namedItem(name)
    return field instanceof HTMLInputElement ? field.value : ''
  }

  #show(name: string, value: string): void {
    if (name === 'font') this.#load(value)
    document.documentElement.setAttribute(`data-${name}`, value)
    if (name === 'theme') this.nextThemeTarget.value = this.#themeAfter(value)
    for (const choice of this.choiceTargets.filter((one) => one.name === name)) {
      choice.setAttribute('aria-pressed', String(choice.value === value))
    }
    for (const stepper of this.stepperTargets.filter(({ dataset }) => dataset['name'] === name)) step(stepper, value)
  }

  #themeAfter(theme: string): string {
    const themes = this.choiceTargets.filter(({ name }) => name === 'theme').map(({ value }) => value)
    return themes[(themes.indexOf(theme) + 1) % themes.length] ?? theme
  }

  /** Adds the style sheets of a font when the user first chooses it. */
  #load(font: string): void {
    const known = new Set(
      [...document.querySelectorAll('link[rel=stylesheet]')].map((link) => link.getAttribute('href')),
    )
    for (const href of this.sheetsValue[font] ?? []) {
      if (known.has(href)) continue
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = href
      document.head.append(link)
    }
  }
}

/** Sets the two buttons of a stepper to the next values below and above the current one, and fills its dots. */
function step(stepper: HTMLElement, value: string): void {
  const { less, more, isOn } = steps(Number(value), Number(stepper.dataset['least']), Number(stepper.dataset['most']))
  const [down, up] = stepper.querySelectorAll('button')
  if (down) down.value = String(less)
  if (up) up.value = String(more)
  stepper.querySelectorAll('i').forEach((dot, index) => dot.classList.toggle('is-on', isOn[index]))
}
