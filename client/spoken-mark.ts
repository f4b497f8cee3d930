import type { SpeechPassage } from './speech-passages.ts'

const NAME = 'spoken'
/** Space in pixels at the top and the bottom of the window in which bars may cover the text. */
const MARGIN = 160

/** Marks the passage that is spoken, and scrolls the page along. */
export class SpokenMark {
  readonly #article: HTMLElement
  #previous: Range | undefined

  constructor(article: HTMLElement) {
    this.#article = article
  }

  /** Marks a passage. The page follows unless the user has scrolled away from the previous one. */
  show({ range, block }: SpeechPassage): void {
    this.clear()
    if ('highlights' in CSS) CSS.highlights.set(NAME, new Highlight(range))
    // Browsers without custom highlights mark the whole block.
    else block.dataset['spoken'] = ''
    const follows = !this.#previous || isNear(this.#previous)
    this.#previous = range
    const { top, bottom } = range.getBoundingClientRect()
    if (!follows || (top >= MARGIN / 2 && bottom <= innerHeight - MARGIN)) return
    scrollBy({ top: top - innerHeight / 3 })
  }

  clear(): void {
    if ('highlights' in CSS) CSS.highlights.delete(NAME)
    for (const block of this.#article.querySelectorAll<HTMLElement>('[data-spoken]')) delete block.dataset['spoken']
  }
}

function isNear(range: Range): boolean {
  const { top, bottom } = range.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}
