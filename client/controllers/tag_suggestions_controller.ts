import { Controller } from '@hotwired/stimulus'
import { completeTags } from '../models/tag-suggestions.ts'

/**
 * Makes the browser suggest completions for each tag of a comma-separated list. By itself, it would do so only for the
 * first tag.
 */
export class TagSuggestionsController extends Controller<HTMLElement> {
  static override targets = ['field', 'known']
  declare readonly fieldTarget: HTMLInputElement
  declare readonly knownTarget: HTMLDataListElement
  #labels: readonly string[] | undefined

  offer(): void {
    this.#labels ??= [...this.knownTarget.options].map(({ value }) => value)
    const options = completeTags(this.fieldTarget.value, this.#labels).map((value) => {
      const option = document.createElement('option')
      option.value = value
      return option
    })
    this.knownTarget.replaceChildren(...options)
  }
}
