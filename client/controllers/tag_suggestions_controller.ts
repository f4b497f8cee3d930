import { Controller } from '@hotwired/stimulus'
import { TagCombobox } from '../tag-combobox.ts'

/** Suggests tags in a field for them. */
export class TagSuggestionsController extends Controller<HTMLInputElement> {
  #combobox: TagCombobox | undefined

  override connect(): void {
    this.#combobox = new TagCombobox(this.element)
  }

  override disconnect(): void {
    this.#combobox?.remove()
  }
}
