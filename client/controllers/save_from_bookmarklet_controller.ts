import { Controller } from '@hotwired/stimulus'
import { savingKeyIn } from '../models/saving-key-in-fragment.ts'

/**
 * Saves a page at once if the address contains the saving key of the user, which the bookmarklet adds. First removes
 * the key from the address bar.
 */
export class SaveFromBookmarkletController extends Controller<HTMLElement> {
  static override targets = ['form', 'key', 'hint']

  declare readonly formTarget: HTMLFormElement
  declare readonly keyTarget: HTMLInputElement
  declare readonly hintTarget: HTMLElement

  override connect(): void {
    const key = savingKeyIn(location.hash)
    this.hintTarget.hidden = key !== undefined
    if (key === undefined) return
    history.replaceState(history.state, '', location.pathname + location.search)
    this.keyTarget.value = key
    this.formTarget.requestSubmit()
  }

  override disconnect(): void {
    this.keyTarget.value = ''
    this.hintTarget.hidden = true
  }
}
