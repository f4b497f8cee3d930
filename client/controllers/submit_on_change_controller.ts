import { Controller } from '@hotwired/stimulus'

/** Sends its form when a field changes. Its submit button is for browsers without scripts, and is hidden. */
export class SubmitOnChangeController extends Controller<HTMLFormElement> {
  static override targets = ['button']
  declare readonly buttonTargets: HTMLElement[]

  override connect(): void {
    for (const button of this.buttonTargets) button.hidden = true
  }

  submit(): void {
    this.element.requestSubmit()
  }
}
