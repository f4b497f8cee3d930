import { Controller } from '@hotwired/stimulus'

/** Hides the rows of a list that do not contain the words in a filter field. */
export class RowFilterController extends Controller<HTMLElement> {
  static override targets = ['row', 'none', 'field']
  declare readonly rowTargets: HTMLElement[]
  declare readonly noneTarget: HTMLElement
  declare readonly hasNoneTarget: boolean
  declare readonly fieldTarget: HTMLInputElement
  declare readonly hasFieldTarget: boolean

  /** Words may have been typed before this controller was loaded. */
  override connect(): void {
    if (this.hasFieldTarget && this.fieldTarget.value !== '') this.filter()
  }

  /** Keeps the form from loading the page again, because the rows are filtered already. */
  stay(event: SubmitEvent): void {
    event.preventDefault()
  }

  filter(): void {
    const words = this.fieldTarget.value.toLocaleLowerCase().split(/\s+/)
    for (const row of this.rowTargets) {
      const text = (row.dataset['name'] ?? '').toLocaleLowerCase()
      row.hidden = !words.every((word) => text.includes(word))
    }
    if (this.hasNoneTarget) this.noneTarget.hidden = this.rowTargets.some((row) => !row.hidden)
  }
}
