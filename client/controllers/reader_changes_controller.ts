import { Controller } from '@hotwired/stimulus'
import type { showReaderChange } from '../optimistic/reader-change.ts'
import { sendChange } from '../optimistic/send-change.ts'

/** Ids of the elements that show the states and the tags of the article. Responses replace them. */
const TARGETS = ['states-bar', 'states-end', 'tags-set', 'head-tags']

/**
 * Shows changes of the states and the tags of an article before the server has answered. Until it has loaded how to show
 * them, Turbo sends the forms.
 */
export class ReaderChangesController extends Controller<HTMLElement> {
  static override values = { failed: String }
  declare readonly failedValue: string
  #show: typeof showReaderChange | undefined

  override async connect(): Promise<void> {
    this.#show = (await import('../reading.ts').catch(() => undefined))?.showReaderChange
  }

  send(event: SubmitEvent): void {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement)) return
    const fields = new URLSearchParams([...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]))
    const shown = this.#show?.(form, submitter)
    if (!shown) return
    event.preventDefault()
    const path = form.getAttribute('action') ?? ''
    sendChange({ key: path, path, fields, form, ...shown, targets: TARGETS, failed: this.failedValue })
  }
}
