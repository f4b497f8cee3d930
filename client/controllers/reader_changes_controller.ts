import { Controller } from '@hotwired/stimulus'
import { readerChange } from '../optimistic/reader-change.ts'
import { sendChange } from '../optimistic/send-change.ts'

/** Ids of the elements that show the states and the tags of the article. Responses replace them. */
const TARGETS = ['states-bar', 'states-end', 'tags-set', 'head-tags']

/** Shows changes of the states and the tags of an article before the server has answered. */
export class ReaderChangesController extends Controller<HTMLElement> {
  static override values = { failed: String }
  declare readonly failedValue: string

  send(event: SubmitEvent): void {
    const { target: form, submitter } = event
    const show = form instanceof HTMLFormElement ? readerChange(form, submitter) : undefined
    if (!show || !(form instanceof HTMLFormElement)) return
    event.preventDefault()
    const fields = new URLSearchParams([...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]))
    const path = form.getAttribute('action') ?? ''
    sendChange({ key: path, path, fields, takeBack: show(), targets: TARGETS, failed: this.failedValue })
  }
}
