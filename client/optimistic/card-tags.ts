import { parseTagLabels } from '../../src/tags/tag.ts'
import { pageOf, type ShownChange } from './card-change.ts'

/** A change of the tags of entries. The labels are as the server stores them. */
interface TagChange {
  readonly kind: 'tag' | 'untag'
  readonly labels: readonly string[]
}

/**
 * @param kind value of the button that sends the form
 * @param typed comma-separated tags
 * @returns the change; undefined for another button, for no tags, and for tags that the server refuses
 */
export function tagChangeOf(kind: string, typed: string): TagChange | undefined {
  if (kind !== 'tag' && kind !== 'untag') return undefined
  try {
    const labels = parseTagLabels(typed)
    return labels.length > 0 ? { kind, labels } : undefined
  } catch {
    return undefined
  }
}

/** @returns the labels of the tags on a card */
export function labelsOf(card: Element): string[] {
  return [...card.querySelectorAll('.tags bdi')].map(({ textContent }) => textContent ?? '')
}

/** Shows a change of the tags on a card. */
export function showTags(card: Element, change: TagChange): ShownChange {
  const before = labelsOf(card)
  const changed = change.labels.filter((label) => before.includes(label) === (change.kind === 'untag'))
  applyTags(card, change)
  return {
    apply: (other) => applyTags(other, change),
    takeBack: () => {
      const shown = document.getElementById(card.id)
      if (shown) applyTags(shown, { kind: change.kind === 'tag' ? 'untag' : 'tag', labels: changed })
    },
  }
}

function applyTags(card: Element, { kind, labels }: TagChange): void {
  const others = labelsOf(card).filter((label) => !labels.includes(label))
  const all = kind === 'untag' ? others : [...new Set([...labelsOf(card), ...labels])]
  const list = card.querySelector('.tags') ?? addList(card)
  list.replaceChildren(...all.map(tagItem))
  if (all.length === 0) list.remove()
}

function addList(card: Element): Element {
  const list = Object.assign(document.createElement('ul'), { className: 'tags' })
  list.setAttribute(
    'aria-label',
    pageOf(card).querySelector<HTMLElement>('#card-tags-template')?.dataset['label'] ?? '',
  )
  card.querySelector('.card-meta')?.after(list)
  return list
}

/** @returns a link to the entries with a tag, as the server makes it (src/web/cards/tag-list.ts) */
function tagItem(label: string): Element {
  const link = document.createElement('a')
  link.href = `/all/list?${new URLSearchParams({ tag: label }).toString()}`
  link.append(Object.assign(document.createElement('bdi'), { textContent: label }))
  const item = document.createElement('li')
  item.append(link)
  return item
}
