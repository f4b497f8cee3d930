import { Controller } from '@hotwired/stimulus'
import { offers } from '../models/tag-words.ts'

/** Lets the browser complete each tag of a list with commas, not only the first. */
export class TagWordsController extends Controller<HTMLElement> {
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
