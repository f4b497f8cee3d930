import { Controller } from '@hotwired/stimulus'
import { renderStreamMessage } from '@hotwired/turbo'

const STREAM = 'text/vnd.turbo-stream.html'
/** The list as it is now; whoever is signed out is led to sign in. */
const REFRESH = '<turbo-stream action="refresh"></turbo-stream>'

interface FetchRequest {
  readonly fetchOptions: { readonly headers: Record<string, string> }
}

/** Cards that come and go: what is done to them is sent, and the next page begins behind those that are left. */
export class CardsController extends Controller<HTMLElement> {
  static override values = { failed: String }
  declare readonly failedValue: string

  /** Each form is sent by itself: one that Turbo sends would break off the one before. */
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
    if (!answer?.redirected) say(this.failedValue)
    renderStreamMessage(REFRESH)
  }

  /** Who was on the card that goes, or is made anew, is then on the next, or on the same button. */
  #render(streams: string, { id }: Element, { dataset }: HTMLElement): void {
    const place = this.#cards.findIndex((card) => card.id === id)
    renderStreamMessage(streams)
    // A list that is on its way, after many cards were changed, may be from before, and would bring the card back.
    if (document.documentElement.hasAttribute('aria-busy')) renderStreamMessage(REFRESH)
    // Turbo waits for the same frame, and comes first.
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

  /** Tells the server how many cards stand before the page that is asked for; their number may have changed. */
  count({ target, detail }: CustomEvent<FetchRequest>): void {
    if (!(target instanceof Element) || target.localName !== 'turbo-frame') return
    detail.fetchOptions.headers['x-shown-cards'] = String(this.#cards.length - cardsIn(target).length)
  }
}

const cardsIn = (root: Element): Element[] => [...root.querySelectorAll('.card')]
const none = (): undefined => undefined

function say(text: string): void {
  const toast = document.createElement('div')
  toast.className = 'toast'
  toast.setAttribute('role', 'status')
  toast.dataset['controller'] = 'toast'
  toast.append(Object.assign(document.createElement('p'), { textContent: text }))
  document.querySelector('#toasts')?.replaceChildren(toast)
}
