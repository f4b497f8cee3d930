import { applyChange } from './card-change.ts'
import { tagChangeOf, showTags } from './card-tags.ts'
import { keepForLists } from './pending-changes.ts'

/** A change that the reading page shows, and that lists show when the user goes back to them. */
interface ShownReaderChange {
  readonly takeBack: () => void
  /** to call when the server has made or refused the change */
  readonly settle: () => void
}

/**
 * Shows the change that a form of the reading page makes to the states or the tags of the article.
 * @returns undefined for other forms
 */
export function showReaderChange(form: HTMLFormElement, submitter: HTMLElement | null): ShownReaderChange | undefined {
  const card = cardOf(form)
  if (form.matches('.tags-form')) return addTags(form, card)
  if (!(submitter instanceof HTMLButtonElement)) return undefined
  if (form.matches('.states')) return changeState(submitter, card)
  return form.matches('.tags-set') ? hideTag(submitter, card) : undefined
}

/** @returns the id that the card of the article has in lists */
const cardOf = (form: HTMLFormElement): string =>
  `entry-${/^\/view\/(-?\d+)/.exec(form.getAttribute('action') ?? '')?.[1] ?? ''}`

function changeState({ name, value }: HTMLButtonElement, card: string): ShownReaderChange {
  const isSet = value === '1'
  setState(name, isSet)
  const field = name === 'archived' ? 'archive' : 'star'
  const list = keepForLists(card, field, (one) =>
    applyChange(one, isSet ? field : `un${field}`, location.pathname + location.search),
  )
  return { settle: list.settle, takeBack: () => (list.cancel(), setState(name, !isSet)) }
}

/** Shows a change of one tag or several on the cards of lists. */
function keepTags(card: string, kind: 'tag' | 'untag', typed: string): ReturnType<typeof keepForLists> | undefined {
  const change = tagChangeOf(kind, typed)
  return change && keepForLists(card, `${kind} ${typed}`, (one) => showTags(one, change))
}

/** Shows a state on all buttons for it, as the server would (src/web/reader/state-forms.ts). */
function setState(name: string, isSet: boolean): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(`.states [name=${name}]`)) {
    if (button.classList.contains('is-set') === isSet) continue
    button.classList.toggle('is-set', isSet)
    button.value = isSet ? '0' : '1'
    const { title } = button
    if (title !== '') button.title = button.dataset['otherTitle'] ?? title
    if (title !== '') button.dataset['otherTitle'] = title
  }
}

function hideTag(button: HTMLButtonElement, card: string): ShownReaderChange {
  const label = button.querySelector('bdi')?.textContent
  const heads = [...document.querySelectorAll<HTMLElement>('#head-tags li')]
  const parts = [button, ...heads.filter(({ textContent }) => textContent?.trim() === label)]
  for (const part of parts) part.style.display = 'none'
  const list = keepTags(card, 'untag', label ?? '')
  return {
    settle: () => list?.settle(),
    takeBack: () => {
      list?.cancel()
      for (const part of parts) part.style.removeProperty('display')
    },
  }
}

function addTags(form: HTMLFormElement, card: string): ShownReaderChange | undefined {
  const field = form.querySelector<HTMLInputElement>('[name=add]')
  const shown = [...document.querySelectorAll('#tags-set bdi')].map(({ textContent }) => textContent)
  const labels = field?.value.split(',').map((label) => label.trim())
  const added = labels?.filter((label) => label !== '' && !shown.includes(label)) ?? []
  if (!field || added.length === 0) return undefined
  const typed = field.value
  const parts = added.flatMap((label) => addTag(label))
  field.value = ''
  const list = keepTags(card, 'tag', typed)
  return {
    settle: () => list?.settle(),
    takeBack: () => {
      list?.cancel()
      for (const part of parts) part.remove()
      if (field.value === '') field.value = typed
    },
  }
}

/** Adds a tag to the panel and below the title. It cannot be removed before the server has answered. */
function addTag(label: string): Element[] {
  const button = document.createElement('button')
  Object.assign(button, { type: 'button', className: 'tag-button' })
  button.append(isolated(label))
  document.querySelector('#tags-set')?.append(button)
  const list = document.querySelector('#head-tags .tags')
  if (!list) return [button]
  const item = document.createElement('li')
  item.append(isolated(label))
  list.append(item)
  return [button, item]
}

const isolated = (label: string): HTMLElement => Object.assign(document.createElement('bdi'), { textContent: label })
