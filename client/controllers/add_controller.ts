import { Controller } from '@hotwired/stimulus'

interface SubmitEnd {
  readonly success: boolean
}

/** The field that saves an address: cleared after a save, and filled with an address pasted anywhere on the page. */
export class AddController extends Controller<HTMLFormElement> {
  readonly #paste = (event: ClipboardEvent) => {
    const { target } = event
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
    const text = event.clipboardData?.getData('text').trim() ?? ''
    if (!/^https?:\/\/\S+$/i.test(text)) return
    event.preventDefault()
    this.#field.value = text
    this.element.requestSubmit()
  }

  get #field(): HTMLInputElement {
    return this.element.querySelector<HTMLInputElement>('input[name="entry[url]"]')!
  }

  override connect(): void {
    document.addEventListener('paste', this.#paste)
  }

  override disconnect(): void {
    document.removeEventListener('paste', this.#paste)
  }

  done({ detail }: CustomEvent<SubmitEnd>): void {
    if (detail.success) this.element.reset()
  }
}
