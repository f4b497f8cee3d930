import { Controller } from '@hotwired/stimulus'
import { renderStreamMessage, visit } from '@hotwired/turbo'
import { isLocalId } from '../../src/web/sync/local-id.ts'

/**
 * Milliseconds to wait before the controller connects for new cards. Cards that appear in this time share one
 * connection.
 */
const SOON = 50
/** Milliseconds between the end of an event connection and the next one, and between two polls. */
const POLL = 3000
/** Number of failed event connections after which the controller polls instead. */
const TRIES = 3

/**
 * Updates a card, or the whole page of an article, as soon as the content has been fetched. Uses server-sent events;
 * where they do not work, it polls.
 */
export class PendingFetchController extends Controller<HTMLElement> {
  static override targets = ['card']
  static override values = { whole: Boolean }

  /** whether to reload the page instead of replacing cards */
  declare readonly wholeValue: boolean
  declare readonly cardTargets: HTMLElement[]
  #source: EventSource | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0

  cardTargetConnected(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#watch(), SOON)
  }

  override disconnect(): void {
    clearTimeout(this.#timer)
    this.#source?.close()
  }

  /**
   * Ids of the entries that the server knows. Entries that were saved offline are left out: the server does not know
   * their local ids, and would report them as deleted.
   */
  get #ids(): number[] {
    return this.cardTargets.map((card) => Number(card.dataset['entry'])).filter((id) => !isLocalId(id))
  }

  get #query(): string {
    const ids = this.#ids
    const parameters = new URLSearchParams({ ids: ids.join(','), back: location.pathname + location.search })
    return parameters.toString()
  }

  #watch(): void {
    this.#source?.close()
    if (this.#ids.length === 0) return
    if (this.#failures >= TRIES) return void this.#ask()
    const source = new EventSource(`/events?${this.#query}`)
    this.#source = source
    source.addEventListener('message', ({ data }) => {
      this.#failures = 0
      this.#update(String(data))
    })
    source.addEventListener('end', () => {
      source.close()
      this.#later()
    })
    source.addEventListener('error', () => {
      source.close()
      this.#failures++
      this.#later()
    })
  }

  #update(parts: string): void {
    if (this.wholeValue) visit(location.href, { action: 'replace' })
    else renderStreamMessage(parts)
  }

  #later(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#watch(), POLL)
  }

  async #ask(): Promise<void> {
    const headers = { accept: 'text/vnd.turbo-stream.html' }
    const response = await fetch(`/entry-cards?${this.#query}`, { headers }).catch(() => undefined)
    const parts = response?.ok ? await response.text() : ''
    if (parts !== '') this.#update(parts)
    if (parts === '' || !this.wholeValue) this.#later()
  }
}
