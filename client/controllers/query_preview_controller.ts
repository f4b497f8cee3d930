import { Controller } from '@hotwired/stimulus'

/** Milliseconds from the last keystroke to the request. It is longer than the pause before suggestions. */
const PAUSE_MS = 400

/** Shows what a query finds while it is typed. */
export class QueryPreviewController extends Controller<HTMLElement> {
  static override targets = ['field', 'preview']
  declare readonly fieldTarget: HTMLInputElement
  declare readonly previewTarget: HTMLElement
  #timer: ReturnType<typeof setTimeout> | undefined
  #request = new AbortController()

  override connect(): void {
    void this.#load()
  }

  override disconnect(): void {
    clearTimeout(this.#timer)
    this.#request.abort()
  }

  ask(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#load(), PAUSE_MS)
  }

  async #load(): Promise<void> {
    this.#request.abort()
    this.#request = new AbortController()
    const { signal } = this.#request
    const query = this.fieldTarget.value.trim()
    // Without an answer, there is no preview.
    const text = query === '' ? '' : await this.#preview(query, signal).catch(() => '')
    if (signal.aborted) return
    const found = new DOMParser().parseFromString(text, 'text/html').body
    this.previewTarget.replaceChildren(...found.children)
  }

  async #preview(query: string, signal: AbortSignal): Promise<string> {
    const response = await fetch(`/collections/preview?${new URLSearchParams({ query })}`, { signal })
    return response.ok && !response.redirected ? response.text() : ''
  }
}
