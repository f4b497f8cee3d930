import { Controller } from '@hotwired/stimulus'
import { offers } from '../models/tag-suggestions.ts'

/** Enables the browser's completion for every tag in a comma-separated list, not only for the first. */
export class TagSuggestionsController extends Controller<HTMLElement> {
  static override targets = ['field', 'known']
  declare readonly fieldTarget: HTMLInputElement
  declare readonly knownTarget: HTMLDataListElement
  #labels: readonly string[] | undefined

  offer(): void {
    this.#labels ??= [...this.knownTarget.options].map(({ value }) => value)
    const options = offers(this.fieldTarget.value, this.#labels).map((value) => {
      const option = document.createElement('option')
      option.value = value
      return option
    })
    this.knownTarget.replaceChildren(...options)
  }
}
