import { Controller } from '@hotwired/stimulus'
import { changeOf, type CardChange } from '../optimistic/card-change.ts'
import { performChange } from '../optimistic/perform-change.ts'

interface FetchRequest {
  readonly fetchOptions: { readonly headers: Record<string, string> }
}

/**
 * Submits the actions on cards. Reports the number of shown cards with each request for the next page of the list, so
 * that the server continues after them.
 */
export class CardsController extends Controller<HTMLElement> {
  static override values = { done: Object, failed: String }
  /** the messages about changes */
  declare readonly doneValue: Readonly<Record<CardChange, string>>
  declare readonly failedValue: string

  /** Shows the changes of one card or of the ticked cards at once, and sends them. */
  send(event: SubmitEvent): void {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return
    if (form.id === 'card-form') this.#sendCard(event, form, submitter)
    else if (form.id === 'bulk') this.#sendTicked(event, form, submitter)
  }

  #sendCard(event: SubmitEvent, form: HTMLFormElement, submitter: HTMLButtonElement): void {
    const card = submitter.closest<HTMLElement>('.card')
    const change = changeOf(submitter)
    if (!card || !change) return
    event.preventDefault()
    this.#perform(change, [card], form, { submitter, done: this.doneValue[change] })
    // A long press had shown all actions.
    card.removeAttribute('data-all')
  }

  #sendTicked(event: SubmitEvent, form: HTMLFormElement, submitter: HTMLButtonElement): void {
    const cards = [...this.element.querySelectorAll<HTMLElement>('.card:has(.card-check :checked)')]
    const change = CHANGES.find((one) => one === submitter.value)
    // The whole list contains more entries than the page, so Turbo sends that form and shows the response.
    const isWhole = form.querySelector('[name=scope]:checked') !== null
    if (!change || isWhole || cards.length === 0) return
    event.preventDefault()
    this.#perform(change, cards, form, { submitter })
    untickLeaving(cards)
  }

  #perform(
    change: CardChange,
    cards: readonly HTMLElement[],
    form: HTMLFormElement,
    { submitter, done }: { readonly submitter: HTMLButtonElement; readonly done?: string | undefined },
  ): void {
    const fields = fieldsOf(form, submitter)
    // Reads the attributes, because a button with the name "action" hides the property of the form.
    const path = submitter.getAttribute('formaction') ?? form.getAttribute('action') ?? ''
    performChange({ change, cards, back: fields.get('back') ?? '', path, fields, done, failed: this.failedValue })
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

const CHANGES: readonly CardChange[] = ['archive', 'unarchive', 'star', 'unstar', 'delete']

function fieldsOf(form: HTMLFormElement, submitter: HTMLButtonElement): URLSearchParams {
  const fields = [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)])
  return new URLSearchParams(fields)
}

/** Unticks cards that leave the list, so that the bar for ticked entries closes. */
function untickLeaving(cards: readonly Element[]): void {
  for (const card of cards) {
    const box = card.matches('[data-leaving]') ? card.querySelector<HTMLInputElement>('.card-check input') : null
    if (!box) continue
    box.checked = false
    box.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

const cardsIn = (root: Element): Element[] => [...root.querySelectorAll('.card')]
