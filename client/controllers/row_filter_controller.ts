import { Controller } from '@hotwired/stimulus'

/** A filter field: hides the rows of a list that do not contain the typed words. */
export class RowFilterController extends Controller<HTMLElement> {
  static override targets = ['row', 'none']
  declare readonly rowTargets: HTMLElement[]
  declare readonly noneTarget: HTMLElement
  declare readonly hasNoneTarget: boolean

  /** Keeps the page, because the rows are filtered already. */
  stay(event: SubmitEvent): void {
    event.preventDefault()
  }

  filter({ target }: Event): void {
    if (!(target instanceof HTMLInputElement)) return
    const words = target.value.toLocaleLowerCase().split(/\s+/)
    for (const row of this.rowTargets) {
      const text = (row.dataset['name'] ?? '').toLocaleLowerCase()
      row.hidden = !words.every((word) => text.includes(word))
    }
    if (this.hasNoneTarget) this.noneTarget.hidden = this.rowTargets.some((row) => !row.hidden)
  }
}
