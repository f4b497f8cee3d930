import { shortTitle } from '../src/web/layout/short-title.ts'
import { openCardPanel, placeOf, type PanelPlace } from './card-panel.ts'
import { showChange, type ShownChange } from './optimistic/card-change.ts'
import { keepPending, type PendingChange } from './optimistic/pending-changes.ts'
import { sendChange } from './optimistic/send-change.ts'
import { undoButton } from './optimistic/undo-last.ts'
import { showToast } from './show-toast.ts'

/** A change of the collections of an entry. */
interface Change {
  readonly action: 'collect' | 'uncollect'
  /** id of the collection; absent for one that may be new */
  readonly id?: string
  /** name of the collection that may be new */
  readonly name?: string
}

/** Opens the panel for the collections of a card beside it. */
export async function openCardCollections(card: HTMLElement): Promise<void> {
  const place = placeOf(card)
  if (place) await openCollections(place)
}

/**
 * Opens the panel that adds an entry to collections. The collections of the entry are ticked as soon as the server has
 * named them; until then, the boxes show that they are unknown.
 * @returns a promise that is fulfilled when the panel is open
 */
export async function openCollections(place: PanelPlace): Promise<void> {
  const form = openCardPanel(place, 'card-collections')
  if (!form) return
  const panel = new CollectionsPanel(form, place.cardId)
  // On a phone, the keyboard of a focused field would cover the collections.
  const first = matchMedia('(pointer: coarse)').matches ? panel.boxes[0] : undefined
  ;(first ?? panel.field).focus()
  await panel.load()
}

class CollectionsPanel {
  readonly field: HTMLInputElement
  readonly #form: HTMLFormElement
  readonly #button: HTMLButtonElement
  readonly #add: string
  readonly #cardId: string
  /** the changes that the server has not answered yet */
  readonly #changes = new Set<symbol>()
  #loads = 0

  constructor(form: HTMLFormElement, cardId: string) {
    this.#form = form
    this.#cardId = cardId
    this.field = form.querySelector<HTMLInputElement>('[name=name]')!
    this.#button = form.querySelector('button')!
    this.#add = this.#button.textContent ?? ''
    for (const box of this.boxes) box.indeterminate = true
    this.field.addEventListener('input', () => this.#narrow())
    form.addEventListener('change', ({ target }) => this.#changed(target))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#addNamed()
    })
  }

  get boxes(): HTMLInputElement[] {
    return boxesIn(this.#form)
  }

  /** Ticks the collections of the entry as the server names them, unless the user has changed them meanwhile. */
  async load(): Promise<void> {
    const load = ++this.#loads
    const address = `/view/${idOf(this.#cardId)}/collections`
    const response = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => undefined)
    if (!response?.ok) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (load !== this.#loads || this.#changes.size > 0) return
    const shown = new Map(this.boxes.map((box) => [box.value, box]))
    for (const fresh of boxesIn(page)) {
      const box = shown.get(fresh.value)
      if (box) Object.assign(box, { indeterminate: false, checked: fresh.checked })
      else this.#form.querySelector('.collection-boxes')?.append(fresh.closest('li')!)
      shown.delete(fresh.value)
    }
    for (const deleted of shown.values()) deleted.closest('li')?.remove()
    this.#narrow()
  }

  /** Shows the collections whose names contain the typed text. The button says whether it creates one. */
  #narrow(): void {
    const typed = keyOf(this.field.value)
    for (const box of this.boxes) box.closest('li')!.hidden = !nameOf(box).includes(typed)
    const isNew = typed !== '' && !this.#named(typed)
    this.#button.textContent = isNew ? (this.#button.dataset['create'] ?? '') : this.#add
  }

  readonly #named = (key: string): HTMLInputElement | undefined => this.boxes.find((box) => nameOf(box) === key)

  #addNamed(): void {
    const name = this.field.value.trim()
    const known = this.#named(keyOf(name))
    this.field.value = ''
    this.#narrow()
    if (name === '') return
    if (!known) return this.#send({ action: 'collect', name })
    if (!known.checked) known.click()
  }

  #changed(box: EventTarget | null): void {
    if (!(box instanceof HTMLInputElement) || box.type !== 'checkbox') return
    this.#send({ action: box.checked ? 'collect' : 'uncollect', id: box.value })
  }

  /** Sends a change that the panel shows already. */
  #send(change: Change): void {
    const { action, id, name } = change
    const texts = textsOfTemplate()
    const done = this.#doneText(change)
    const left = action === 'uncollect' ? this.#leaveList(id) : undefined
    const end = this.#begin()
    sendChange({
      key: this.#cardId,
      path: '/bulk',
      fields: this.#fieldsOf({ action, ...(id && { id }), ...(name && { name }) }),
      takeBack: () => {
        left?.pending.cancel()
        left?.takeBack()
        for (const box of this.boxes) if (box.value === id) box.checked = action === 'uncollect'
      },
      settle: () => {
        left?.pending.settle()
        end()
      },
      targets: [this.#form.id],
      done,
      failed: texts['failed'] ?? '',
    })
    showToast(done, undoButton())
  }

  /** @returns the message about a change, with the name of the collection */
  #doneText({ action, id, name }: Change): string {
    const box = this.boxes.find(({ value }) => value === id)
    const shown = name ?? box?.closest('label')?.textContent?.trim() ?? ''
    return (textsOfTemplate()[action] ?? '').replace('{name}', () => shortTitle(shown))
  }

  /** @returns a function that ends the change, however often it is called */
  #begin(): () => void {
    const change = Symbol('change')
    this.#changes.add(change)
    return () => {
      const isLast = this.#changes.delete(change) && this.#changes.size === 0
      if (isLast && this.#form.isConnected) void this.load()
    }
  }

  #fieldsOf({ action, id, name }: Change): URLSearchParams {
    const { token = '', back = '' } = Object.fromEntries(new FormData(this.#form)) as Record<string, string>
    const fields = new URLSearchParams({ token, back, action, 'ids[]': idOf(this.#cardId) })
    if (name !== undefined) fields.set('name', name)
    else if (action === 'collect') fields.set('collection', id ?? '')
    // The server removes entries from the collection whose list the form names.
    else fields.set('list', `collection-${id ?? ''}`)
    return fields
  }

  /** Takes the card off the list of the collection that the entry leaves. */
  #leaveList(id = ''): (ShownChange & { readonly pending: PendingChange }) | undefined {
    const card = document.getElementById(this.#cardId)
    if (!card || !document.querySelector(`#bulk [name=list][value=collection-${id}]`)) return undefined
    const shown = showChange(card, 'delete', '')
    return { ...shown, pending: keepPending(card.id, shown.apply) }
  }
}

const textsOfTemplate = (): DOMStringMap =>
  document.querySelector<HTMLElement>('#card-collections-template')?.dataset ?? {}

const boxesIn = (root: ParentNode): HTMLInputElement[] => [
  ...root.querySelectorAll<HTMLInputElement>('.collection-boxes input'),
]

/** @returns a name in the form in which names are compared */
const keyOf = (name: string): string => name.normalize('NFKC').trim().toLocaleLowerCase()
const nameOf = (box: Element): string => keyOf(box.closest('label')?.textContent ?? '')
const idOf = (cardId: string): string => cardId.replace('entry-', '')
