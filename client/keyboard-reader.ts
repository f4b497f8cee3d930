import { annotationItem, readAnnotation } from './annotation-item.ts'
import { bufferKeystrokes } from './buffer-keystrokes.ts'
import { deleteHighlight } from './delete-highlight.ts'
import { sentencesOf } from './models/sentences.ts'
import { rangeOf, spanOf, type TextSpan } from './models/text-offsets.ts'
import { readingBlocks, type ReadingBlock } from './reading-blocks.ts'
import { sendAnnotation } from './send-annotation.ts'
import { showToast } from './show-toast.ts'
import { annotationFrom, annotationOver } from './stored-highlights.ts'

/** Space in pixels at the top and the bottom of the window in which a focused block counts as outside. */
const MARGIN = 72
/** Milliseconds to wait for the annotation of a new highlight. */
const TIMEOUT_MS = 30_000

/** The sentences that the shortcuts have selected or highlighted. */
interface Passage {
  readonly article: Element
  readonly sentences: readonly TextSpan[]
  readonly first: number
  last: number
  /** the annotation of the highlight, once the server has stored it; undefined for sentences that are only selected */
  highlight?: Promise<HTMLElement | undefined>
}

let passage: Passage | undefined
/** Whether a changed end of the highlight is being sent. Later changes are sent together after it. */
let isSending = false

const articleText = (): Element | null => document.querySelector('.prose')
const focusedBlock = (): Element | null => document.activeElement?.closest('[data-reading-block]') ?? null

/** Focuses the next or previous block of the article; at first, the block at the top of the window. */
export function focusBlock(by: 1 | -1): void {
  const article = articleText()
  if (!article) return
  const blocks = readingBlocks(article)
  // The focus may be on a link inside the block, such as the one after a highlight.
  const current = blocks.findLastIndex(({ element }) => element.contains(document.activeElement))
  const visible = blocks.findIndex(({ element }) => element.getBoundingClientRect().bottom > MARGIN)
  const place = current === -1 ? Math.max(visible, 0) : Math.min(Math.max(current + by, 0), blocks.length - 1)
  passage = undefined
  if (!getSelection()?.isCollapsed) getSelection()?.removeAllRanges()
  const block = blocks[place]
  if (block) focusElement(block.element)
}

/**
 * Makes a block focusable only while it or a box that opens from it has the focus, so that a click into the text does not
 * focus it. When the box for a note closes, the browser returns the focus to the block.
 */
function focusElement(element: HTMLElement): void {
  element.tabIndex = -1
  element.dataset['readingBlock'] = ''
  element.focus({ preventScroll: true })
  const leave = () => {
    element.removeAttribute('tabindex')
    delete element.dataset['readingBlock']
    element.removeEventListener('blur', left)
  }
  const left = ({ relatedTarget }: FocusEvent) => {
    const box = relatedTarget instanceof Element && relatedTarget.closest('[popover]')
    if (!box) return leave()
    const closed = (event: Event) => {
      if ((event as ToggleEvent).newState === 'open') return
      box.removeEventListener('toggle', closed)
      if (document.activeElement !== element) leave()
    }
    box.addEventListener('toggle', closed)
  }
  element.addEventListener('blur', left)
  const { top, bottom, height } = element.getBoundingClientRect()
  if (top >= MARGIN && bottom <= innerHeight - MARGIN) return
  element.scrollIntoView({ block: height > innerHeight - 2 * MARGIN ? 'start' : 'center' })
}

/**
 * Extends the passage by the next sentence, or shortens it by its last one. Without a passage, selects the first
 * sentence of the focused block.
 */
export function changeSentences(by: 1 | -1): void {
  const known = currentPassage()
  if (!known) {
    passage = by === 1 ? firstSentence() : undefined
    if (passage) select(passage)
    return
  }
  if (by === -1 && known.last === known.first) {
    if (!known.highlight) deselect()
    return
  }
  known.last = Math.min(known.last + by, known.sentences.length - 1)
  focusBlockAt(known.article, known.sentences[known.last]!.start)
  if (known.highlight) void resize(known)
  else select(known)
  announce(known, by === 1 ? 'extended' : 'shortened')
}

/**
 * Prepares the passage for the shortcut `h` or `m`.
 * @returns whether text is now selected to which the shortcut applies; false if the shortcut has already had its effect
 */
export function prepareAction(name: 'highlight' | 'note'): boolean {
  const known = currentPassage()
  if (known?.highlight) {
    if (name === 'highlight') changeSentences(1)
    else void openNote(known)
    return false
  }
  if (!known && getSelection()?.isCollapsed === false) return true
  passage = known ?? firstSentence()
  if (!passage) return false
  if (name === 'note') return prepareNote(passage, known !== undefined)
  const stored = annotationOver(spanOfPassage(passage))
  if (stored) return showStored(stored)
  select(passage)
  passage.highlight = storedItem(spanOfPassage(passage))
  announce(passage, 'highlighted')
  return true
}

/** Opens the note of the highlight that begins with a sentence. Otherwise, or if it is selected, selects the passage. */
function prepareNote(noted: Passage, isSelected: boolean): boolean {
  if (!isSelected && findHighlight(noted)) {
    void openNote(noted)
    return false
  }
  select(noted)
  return true
}

/** Reports that a sentence is highlighted already, and focuses the link to the note of its highlight. */
function showStored({ dataset }: HTMLElement): false {
  showToast(document.querySelector<HTMLElement>('#reading-status')?.dataset['known'] ?? '')
  linkOf(dataset['annotationItemIdValue'] ?? '')?.focus()
  return false
}

const linkOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.prose [data-annotation-link="${id}"]`)

/** @returns whether a highlight has the focus: the link to its note, its item in the list, or the sentence just highlighted */
export function hasFocusedHighlight(): boolean {
  return focusedAnnotation() !== null || currentPassage()?.highlight !== undefined
}

/** Deletes the highlight that has the focus. */
export async function deleteFocusedHighlight(): Promise<void> {
  const known = currentPassage()
  const id = focusedAnnotation() ?? (await known?.highlight)?.dataset['annotationItemIdValue']
  if (id === undefined) return
  passage = undefined
  keepPlace(annotationItem(id))
  await deleteHighlight(Number(id))
}

/** Moves the focus to the block of a highlight, or to the item beside its own, so that the next shortcut works from there. */
function keepPlace(item: Element | null): void {
  const focused = document.activeElement
  const article = articleText()
  const block = article && readingBlocks(article).findLast(({ element }) => element.contains(focused))
  if (block) return focusElement(block.element)
  const beside = item?.contains(focused) ? (item.nextElementSibling ?? item.previousElementSibling) : undefined
  beside?.querySelector<HTMLElement>('a, button')?.focus()
}

/** @returns the id of the annotation whose link or item has the focus, or null */
function focusedAnnotation(): string | null {
  const part = document.activeElement?.closest<HTMLElement>('.prose [data-annotation-link], .annotation-item')
  return part?.dataset['annotationLink'] ?? part?.dataset['annotationItemIdValue'] ?? null
}

/** Makes an annotation that begins with the passage its highlight. @returns whether there is one */
function findHighlight(found: Passage): boolean {
  const annotation = annotationFrom(spanOfPassage(found))
  if (!annotation) return false
  found.last = Math.max(
    found.first,
    found.sentences.findLastIndex(({ end }) => end <= annotation.end),
  )
  found.highlight = Promise.resolve(annotation.item)
  return true
}

/** @returns the passage, unless the page, the focus or the selection has changed since */
function currentPassage(): Passage | undefined {
  const focused = focusedBlock()
  const isHere = focused !== null && passage?.article.isConnected === true && passage.article.contains(focused)
  if (!passage || !isHere) return (passage = undefined)
  const selection = getSelection()
  const selected = selection && !selection.isCollapsed ? spanOf(passage.article, selection.getRangeAt(0)) : undefined
  const span = spanOfPassage(passage)
  const isSame = passage.highlight ? !selected : selected?.start === span.start && selected.end === span.end
  return isSame ? passage : (passage = undefined)
}

/** @returns the first sentence of the focused block, with all sentences of the article after it */
function firstSentence(): Passage | undefined {
  const [article, focused] = [articleText(), focusedBlock()]
  if (!article || !focused) return undefined
  const blocks = readingBlocks(article)
  const own = blocks.find(({ element }) => element === focused)
  const sentences = blocks.flatMap((block) => sentencesIn(article, block))
  const first = sentences.findIndex(({ start, end }) => own && start >= own.span.start && end <= own.span.end)
  return first === -1 ? undefined : { article, sentences, first, last: first }
}

function sentencesIn(article: Element, { element, span, text }: ReadingBlock): TextSpan[] {
  const language = element.closest<HTMLElement>('[lang]')?.lang ?? article.getAttribute('lang') ?? undefined
  // Code is one passage, and a row of a table too.
  if (element.matches('pre, tr')) return text.trim() === '' ? [] : [span]
  return sentencesOf(text, language).map(({ start, end }) => ({ start: span.start + start, end: span.start + end }))
}

function spanOfPassage({ sentences, first, last }: Passage): TextSpan {
  return { start: sentences[first]!.start, end: sentences[last]!.end }
}

function select(selected: Passage): void {
  const range = rangeOf(selected.article, spanOfPassage(selected))
  if (!range) return
  getSelection()?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset)
  document.dispatchEvent(new Event('sentence:selected'))
  if (selected.first === selected.last) announce(selected, 'selected')
}

function deselect(): void {
  passage = undefined
  getSelection()?.removeAllRanges()
}

function focusBlockAt(article: Element, offset: number): void {
  const block = readingBlocks(article).findLast(({ span }) => span.start <= offset)
  if (block && block.element !== focusedBlock()) focusElement(block.element)
}

/** Reports a change of the passage to screen readers, with the sentence at its end. */
function announce({ article, sentences, last }: Passage, name: string): void {
  const status = document.querySelector<HTMLElement>('#reading-status')
  const quote = rangeOf(article, sentences[last]!)?.toString() ?? ''
  if (status) status.textContent = `${status.dataset[name] ?? ''} ${quote}`
}

/** @returns the item of a new annotation as soon as the list contains it; undefined if it was not stored in time */
function storedItem({ start, end }: TextSpan): Promise<HTMLElement | undefined> {
  const find = () =>
    [...document.querySelectorAll<HTMLElement>('[data-annotation-item-spans-value]')].find((item) => {
      const known = readAnnotation(item)
      return known.start === start && known.end === end
    })
  const { promise, resolve } = Promise.withResolvers<HTMLElement | undefined>()
  const observer = new MutationObserver(() => {
    const item = find()
    if (item) resolve(item)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(resolve, TIMEOUT_MS, undefined)
  const known = find()
  if (known) resolve(known)
  return promise.finally(() => {
    observer.disconnect()
    clearTimeout(timer)
  })
}

/** Sends the passage of a highlight until the server has the latest one. */
async function resize(changed: Passage): Promise<void> {
  if (isSending) return
  isSending = true
  try {
    const stored = await changed.highlight
    if (!stored) return
    const id = stored.dataset['annotationItemIdValue']!
    for (let sent = -1; sent !== changed.last;) {
      sent = changed.last
      if (!(await sendPassage(id, changed))) return
    }
  } finally {
    isSending = false
  }
}

async function sendPassage(id: string, changed: Passage): Promise<boolean> {
  const form = document.querySelector<HTMLFormElement>('#note-box')
  const item = annotationItem(id)
  if (!form || !item) return false
  const span = spanOfPassage(changed)
  const before = item.dataset['annotationItemSpansValue']
  item.dataset['annotationItemSpansValue'] = JSON.stringify([[span.start, span.end]])
  const token = form.querySelector<HTMLInputElement>('[name=token]')?.value ?? ''
  const quote = rangeOf(changed.article, span)?.toString() ?? ''
  const fields = { token, start: String(span.start), end: String(span.end), quote }
  const request = { path: `/annotations/${id}/passage`, fields, entry: form.dataset['entry'] ?? '' }
  if ((await sendAnnotation(request)) === 'sent') return true
  const shown = annotationItem(id)
  if (shown && before !== undefined) shown.dataset['annotationItemSpansValue'] = before
  showToast(form.dataset['unmoved'] ?? '')
  passage = undefined
  return false
}

/** Opens the note of a highlight. Keys typed before the server has stored the highlight are held for the note. */
async function openNote(noted: Passage): Promise<void> {
  const stored: { item?: HTMLElement | undefined } = {}
  const show = () => {
    const { item } = stored
    const span = spanOfPassage(noted)
    const range = rangeOf(noted.article, span)
    if (!item || !range) return null
    const place = { ...span, quote: range.toString(), beside: range.getBoundingClientRect() }
    document.dispatchEvent(new CustomEvent('note:open', { detail: { ...readAnnotation(item), ...place } }))
    return document.activeElement
  }
  bufferKeystrokes({ event: 'sentence:stored', show })
  stored.item = await noted.highlight
  document.dispatchEvent(new Event('sentence:stored'))
}
