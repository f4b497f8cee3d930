import { Controller } from '@hotwired/stimulus'
import { renderStreamMessage } from '@hotwired/turbo'

const STREAM = 'text/vnd.turbo-stream.html'
/** Reloads the list; a signed-out user is redirected to sign in. */
const REFRESH = '<turbo-stream action="refresh"></turbo-stream>'

interface FetchRequest {
  readonly fetchOptions: { readonly headers: Record<string, string> }
}

/**
 * Sends the actions on cards, and reports how many cards remain, so that the next page of the list starts after them.
 */
export class CardsController extends Controller<HTMLElement> {
  static override values = { failed: String }
  declare readonly failedValue: string

  /** Each form is sent separately: Turbo would abort the previous one. */
  async send(event: SubmitEvent): Promise<void> {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || !form.matches('.actions')) return
    const card = form.closest('.card')
    if (!card || !(submitter instanceof HTMLButtonElement)) return
    event.preventDefault()
    const body = new URLSearchParams({ [submitter.name]: submitter.value })
    for (const { name, value } of form.querySelectorAll('input')) body.set(name, value)
    const answer = await fetch(submitter.formAction, { method: 'POST', body, headers: { accept: STREAM } }).catch(none)
    if (answer?.headers.get('content-type')?.startsWith(STREAM))
      return this.#render(await answer.text(), card, submitter)
    if (!answer?.redirected) showToast(this.failedValue)
    renderStreamMessage(REFRESH)
  }

  /** When the focused card is removed or replaced, moves the focus to the next card, or to the same button. */
  #render(streams: string, { id }: Element, { dataset }: HTMLElement): void {
    const place = this.#cards.findIndex((card) => card.id === id)
    renderStreamMessage(streams)
    // A pending reload of the list may be older than this change, and would restore the card.
    if (document.documentElement.hasAttribute('aria-busy')) renderStreamMessage(REFRESH)
    // Turbo waits for the same frame, and runs first.
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

  /** Sends the number of cards before the requested page, which may have changed. */
  count({ target, detail }: CustomEvent<FetchRequest>): void {
    if (!(target instanceof Element) || target.localName !== 'turbo-frame') return
    detail.fetchOptions.headers['x-shown-cards'] = String(this.#cards.length - cardsIn(target).length)
  }
}

const cardsIn = (root: Element): Element[] => [...root.querySelectorAll('.card')]
const none = (): undefined => undefined

/** Shows a short message over the page, in place of the previous one. */
export function showToast(text: string): void {
  const toast = document.createElement('div')
  toast.className = 'toast'
  toast.setAttribute('role', 'status')
  toast.dataset['controller'] = 'toast'
  toast.append(Object.assign(document.createElement('p'), { textContent: text }))
  document.querySelector('#toasts')?.replaceChildren(toast)
}
