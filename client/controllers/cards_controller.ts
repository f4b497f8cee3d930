import { Controller } from '@hotwired/stimulus'
import { renderStreamMessage } from '@hotwired/turbo'
import { registerRequest } from '../requests-under-way.ts'
import { showToast } from '../show-toast.ts'

const STREAM = 'text/vnd.turbo-stream.html'
/** Turbo's instruction to refresh the page. If the user is signed out, the refresh leads to the sign-in page. */
const REFRESH = '<turbo-stream action="refresh"></turbo-stream>'

interface FetchRequest {
  readonly fetchOptions: { readonly headers: Record<string, string> }
}

/**
 * Submits the actions on cards. Reports the number of shown cards with each request for the next page of the list, so
 * that the server continues after them.
 */
export class CardsController extends Controller<HTMLElement> {
  static override values = { failed: String }
  declare readonly failedValue: string

  /** Sends the form with `fetch`. Turbo would abort the previous request if that was not answered yet. */
  async send(event: SubmitEvent): Promise<void> {
    const { target: form, submitter } = event
    const card = submitter?.closest('.card')
    if (!(form instanceof HTMLFormElement) || form.id !== 'card-form' || !card) return
    if (!(submitter instanceof HTMLButtonElement)) return
    event.preventDefault()
    const body = new URLSearchParams({ [submitter.name]: submitter.value })
    for (const { name, value } of form.querySelectorAll('input')) body.set(name, value)
    const request = fetch(submitter.formAction, { method: 'POST', body, headers: { accept: STREAM } }).catch(none)
    const response = await registerRequest(request)
    if (response?.headers.get('content-type')?.startsWith(STREAM))
      return this.#render(await response.text(), card, submitter)
    if (!response?.redirected) showToast(this.failedValue)
    renderStreamMessage(REFRESH)
  }

  /**
   * Shows the response to an action. The focus moves to the same button if the card was replaced, and to the next card
   * if it was removed.
   */
  #render(streams: string, { id }: Element, { dataset }: HTMLElement): void {
    const place = this.#cards.findIndex((card) => card.id === id)
    renderStreamMessage(streams)
    // If the list is being refreshed, the server may have answered the refresh before this action. The card would then
    // appear again. Another refresh corrects that.
    if (document.documentElement.hasAttribute('aria-busy')) renderStreamMessage(REFRESH)
    // Turbo applies the response in the next animation frame, and does so before this callback.
    requestAnimationFrame(() => {
      const [cards, now] = [this.#cards, document.getElementById(id)]
      if (cards.length === 0) renderStreamMessage(REFRESH)
      if (document.activeElement !== document.body) return
      const name = now ? dataset['actionName'] : 'open'
      const heir = now ?? cards[place] ?? cards.at(-1)
      const found = heir?.querySelector<HTMLElement>(`[data-action-name=${name}]`) ?? document.querySelector('h1')
      found?.focus({ preventScroll: true })
    })
  }

  get #cards(): Element[] {
    return cardsIn(this.element)
  }

  /**
   * Adds a header to the request for the next page of the list: the number of cards above that page. Actions may have
   * removed cards, so the server cannot compute this number. If the user opened a later page of the list, the number
   * includes the cards of the earlier pages.
   */
  count({ target, detail }: CustomEvent<FetchRequest>): void {
    if (!(target instanceof Element) || target.localName !== 'turbo-frame') return
    const before = Number(this.element.querySelector<HTMLElement>('turbo-frame')?.dataset['above'] ?? 0)
    detail.fetchOptions.headers['x-cards-above'] = String(before + this.#cards.length - cardsIn(target).length)
  }
}

const cardsIn = (root: Element): Element[] => [...root.querySelectorAll('.card')]
const none = (): undefined => undefined
