import { Controller } from '@hotwired/stimulus'

/** Sends its form when a file is chosen. Its submit button is for browsers without scripts, and is hidden. */
export class SubmitOnChangeController extends Controller<HTMLFormElement> {
  static override targets = ['button']
  declare readonly buttonTargets: HTMLElement[]

  override connect(): void {
    const isChosen = this.element.querySelector<HTMLInputElement>('[type=file]')?.value !== ''
    for (const button of this.buttonTargets) button.hidden = !isChosen
    // The user may have chosen the file before this script was loaded. Without any action of the user, the browser has
    // restored the field, such as after a step back from the result.
    if (isChosen && navigator.userActivation.hasBeenActive) this.submit()
  }

  submit(): void {
    this.element.requestSubmit()
  }
}
