import { Controller } from '@hotwired/stimulus'

/** Asks the browser to keep its stored data even if space runs low. */
export class PersistentStorageController extends Controller<HTMLElement> {
  static override targets = ['text', 'button']
  static override values = { refused: String, granted: String }
  declare readonly textTarget: HTMLElement
  declare readonly buttonTarget: HTMLElement
  declare readonly refusedValue: string
  declare readonly grantedValue: string

  async ask(): Promise<void> {
    const isGranted = await navigator.storage.persist()
    this.textTarget.textContent = isGranted ? this.grantedValue : this.refusedValue
    this.buttonTarget.hidden = isGranted
  }
}
