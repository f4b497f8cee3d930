import { Controller } from '@hotwired/stimulus'
import { bufferKeystrokes } from '../buffer-keystrokes.ts'
import { openField } from './keys_controller.ts'
import { panelSheet } from '../card-panel.ts'
import { openCardTags } from '../card-tags-panel.ts'
import { shortTitle } from '../../src/web/layout/short-title.ts'
import { changeOf, showChange, type CardChange, type ShownChange } from '../optimistic/card-change.ts'
import { showTags, tagChangeOf } from '../optimistic/card-tags.ts'
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
  /**
   * the messages about changes, with `{title}` for the title of the card; `several` takes its place for more cards, with
   * `#` for their number
   */
  declare readonly doneValue: Readonly<Record<CardChange | 'tag' | 'untag' | 'several', string>>
  declare readonly failedValue: string

  /** Shows the changes of one card or of the ticked cards at once, and sends them. */
  send(event: SubmitEvent): void {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return
    if (form.id === 'card-form') this.#sendCard(event, form, submitter)
    else if (form.id === 'bulk') {
      this.#sendTicked(event, form, submitter)
      for (const menu of form.querySelectorAll('details')) menu.open = false
    } else if (form.id === 'card-tags') this.#sendTags(event, form, submitter)
  }

  #sendCard(event: SubmitEvent, form: HTMLFormElement, submitter: HTMLButtonElement): void {
    const card = submitter.closest<HTMLElement>('.card')
    const change = changeOf(submitter)
    if (!card || !change) return
    event.preventDefault()
    this.#perform([card], form, { submitter, show: showIn(form, change), done: this.#done(change, [card]) })
    // A long press had shown all actions.
    card.removeAttribute('data-all')
  }

  #sendTicked(event: SubmitEvent, form: HTMLFormElement, submitter: HTMLButtonElement): void {
    const cards = [...this.element.querySelectorAll<HTMLElement>('.card:has(.card-check :checked)')]
    const show = showInBulk(form, submitter.value)
    // The whole list contains more entries than the page, so Turbo sends that form and shows the response.
    const isWhole = form.querySelector('[name=scope]:checked') !== null
    if (!show || isWhole || cards.length === 0) return
    event.preventDefault()
    this.#perform(cards, form, { submitter, show, done: this.#doneForTicked(submitter.value, cards) })
    untick(cards)
    // The bar closes. Without a focused card, the next shortcuts would start at the top of the list.
    if (form.contains(document.activeElement))
      cards.at(-1)?.querySelector<HTMLElement>('[data-action-name=open]')?.focus({ preventScroll: true })
  }

  /** Sends a change of the tags of one card, from the panel on it. */
  #sendTags(event: SubmitEvent, form: HTMLFormElement, submitter: HTMLButtonElement): void {
    const id = form.dataset['card'] ?? ''
    const field = form.querySelector<HTMLInputElement>('[name=tags]')
    const label = submitter.dataset['label']
    const change = tagChangeOf(submitter.value, label ?? field?.value ?? '')
    // Turbo sends tags that the server refuses, and shows its answer.
    if (!field || !change) return
    event.preventDefault()
    const fields = fieldsOf(form, submitter)
    fields.set('ids[]', id.replace('entry-', ''))
    fields.set('tags', change.labels.join(','))
    if (label === undefined) field.value = ''
    // Another device may have taken the entry off the list while the panel was open.
    const card = document.getElementById(id)
    this.#perform(card ? [card] : [], form, {
      submitter,
      fields,
      show: (one) => showTags(one, change),
      done: card ? this.#done(change.kind, [card]) : undefined,
    })
    field.focus()
  }

  /**
   * Opens the panel for the tags or the collections of a card. With a modifier key, the browser opens the page of its link
   * instead. A menu of the bar for ticked cards opens with the focus in its first field, so that no letter is a shortcut.
   */
  openPanel(event: MouseEvent): void {
    const { target, ctrlKey, metaKey, shiftKey } = event
    if (openMenu(target)) return event.preventDefault()
    const link = target instanceof Element ? target.closest<HTMLElement>('.card .actions a') : null
    const card = link?.closest<HTMLElement>('.card')
    const name = link?.dataset['actionName'] ?? ''
    if (!card || !['tags', 'collect'].includes(name) || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    if (name === 'tags') return openCardTags(card)
    // Keys that are typed before the panel is open are held for its field.
    bufferKeystrokes({ event: 'card-panel:open', show: () => document.querySelector('.panel[data-card] :focus') })
    void openCollections(card)
      .catch(() => undefined)
      .then(() => document.dispatchEvent(new Event('card-panel:open')))
  }

  #perform(
    cards: readonly HTMLElement[],
    form: HTMLFormElement,
    { submitter, fields = fieldsOf(form, submitter), show, done }: Performed,
  ): void {
    // Reads the attributes, because a button with the name "action" hides the property of the form.
    const path = submitter.getAttribute('formaction') ?? form.getAttribute('action') ?? ''
    performChange({ cards, show, path, fields, done, failed: this.failedValue })
  }

  /** @returns the message about an action on ticked cards; undefined if it changes no card, or if only the server can word it */
  #doneForTicked(action: string, cards: readonly HTMLElement[]): string | undefined {
    const changed = cards.filter((card) => buttonsOf(card).some((button) => changeOf(button) === action))
    return changed.length === 0 ? undefined : this.#done(action as CardChange, changed)
  }

  #done(change: CardChange | 'tag' | 'untag', [card, ...others]: readonly HTMLElement[]): string {
    const title = card?.querySelector('.card-title')?.textContent?.trim() ?? ''
    const several = this.doneValue.several.replace('#', String(others.length + 1))
    const what = others.length > 0 ? several : shortTitle(title)
    return this.doneValue[change].replace('{title}', () => what)
  }

  /** Unticks the cards after Turbo has sent the bar's form. */
  sent({ target, detail }: CustomEvent<{ readonly success: boolean }>): void {
    if (target instanceof HTMLFormElement && target.id === 'bulk' && detail.success) {
      untick(this.#cards)
      const whole = target.querySelector<HTMLInputElement>('[name=scope]')
      if (whole?.checked) whole.click()
    }
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

type Show = (card: HTMLElement) => ShownChange

/** How the form of a change is sent, and how cards show the change. */
interface Performed {
  readonly submitter: HTMLButtonElement
  readonly fields?: URLSearchParams
  readonly show: Show
  readonly done?: string | undefined
}

/** Opens a menu of the bar after a click on its summary. @returns false for other clicks, and if it has no field or is open */
function openMenu(target: EventTarget | null): boolean {
  const menu =
    target instanceof Element ? target.closest('.bulk details:not([open]) summary')?.parentElement : undefined
  const field = menu?.querySelector<HTMLElement>('input, select')
  if (field) openField(field)
  return field !== null && field !== undefined
}

/** Opens the panel for the collections of a card, whose style sheet and script are loaded at the same time. */
async function openCollections(card: HTMLElement): Promise<void> {
  const [{ openCardCollections }] = await Promise.all([import('../card-collections-panel.ts'), panelSheet()])
  await openCardCollections(card)
}

const CHANGES: readonly CardChange[] = ['archive', 'unarchive', 'star', 'unstar', 'delete']

const buttonsOf = (card: HTMLElement): HTMLButtonElement[] => [...card.querySelectorAll('button')]

const textOf = (form: HTMLFormElement, field: string): string => String(new FormData(form).get(field) ?? '')

function showIn(form: HTMLFormElement, change: CardChange): Show {
  const back = textOf(form, 'back')
  return (card) => showChange(card, change, back)
}

/** @returns how cards show an action of the bar; undefined if only the server knows its effect */
function showInBulk(form: HTMLFormElement, action: string): Show | undefined {
  const tags = tagChangeOf(action, textOf(form, 'tags'))
  if (tags) return (card) => showTags(card, tags)
  // The entry leaves the list of the collection, and stays in all others.
  if (action === 'uncollect') return (card) => ({ ...showIn(form, 'delete')(card), move: undefined })
  const change = CHANGES.find((one) => one === action)
  return change && showIn(form, change)
}

function fieldsOf(form: HTMLFormElement, submitter: HTMLButtonElement): URLSearchParams {
  const fields = [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)])
  return new URLSearchParams(fields)
}

/** Unticks cards, so that the bar for ticked entries closes. */
function untick(cards: readonly Element[]): void {
  for (const card of cards) {
    const box = card.querySelector<HTMLInputElement>('.card-check :checked')
    if (!box) continue
    box.checked = false
    box.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

const cardsIn = (root: Element): Element[] => [...root.querySelectorAll('.card')]
