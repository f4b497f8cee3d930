import { draftKey, type NoteDraft } from './models/note-drafts.ts'
import { keepSelected, markSpan, unmark } from './models/text-offsets.ts'

/** Texts shown beside a draft. */
interface DraftLabels {
  readonly draft: string
  /** for a finished note that is not sent yet */
  readonly waiting: string
}

/** Marks the drafts in the text and in the list of annotations. */
export class DraftMarks {
  readonly #text: Element
  readonly #labels: DraftLabels
  readonly #open: (draft: NoteDraft) => void

  /**
   * @param text the article
   * @param labels texts shown beside a draft
   * @param open called after a click on a draft
   */
  constructor(text: Element, labels: DraftLabels, open: (draft: NoteDraft) => void) {
    this.#text = text
    this.#labels = labels
    this.#open = open
  }

  /** Marks these drafts, and removes all other draft marks. */
  show(drafts: readonly NoteDraft[]): void {
    keepSelected(this.#text, () => this.#draw(drafts))
  }

  #draw(drafts: readonly NoteDraft[]): void {
    this.clear()
    for (const draft of drafts) {
      const item = draft.annotation === undefined ? null : document.querySelector(`#note-${draft.annotation}`)
      if (item) item.querySelector('.annotation-actions')?.before(this.#button(draft))
      else this.#mark(draft)
    }
  }

  clear(): void {
    for (const button of document.querySelectorAll('.note-unsent')) button.remove()
    unmark(this.#text.querySelectorAll('mark[data-draft]'))
  }

  /**
   * @returns the rectangle of a draft's last mark, relative to the window; undefined if the draft has no mark in the
   * text
   */
  boxOf(draft: NoteDraft): DOMRect | undefined {
    return [...this.#text.querySelectorAll(`mark[data-draft="${draftKey(draft)}"]`)].at(-1)?.getBoundingClientRect()
  }

  #mark(draft: NoteDraft): void {
    const marks = markSpan(this.#text, draft, () => {
      const mark = document.createElement('mark')
      mark.className = 'annotation-draft'
      mark.dataset['draft'] = draftKey(draft)
      mark.addEventListener('click', () => this.#open(draft))
      return mark
    })
    const last = marks.at(-1)
    if (last && draft.text !== '' && !last.closest('a, summary')) last.append(this.#button(draft))
  }

  #button(draft: NoteDraft): HTMLElement {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'note-unsent'
    const label = draft.isDue ? this.#labels.waiting : this.#labels.draft
    button.dataset['label'] = label
    button.setAttribute('aria-label', label)
    button.addEventListener('click', (event) => {
      event.stopPropagation()
      this.#open(draft)
    })
    return button
  }
}
