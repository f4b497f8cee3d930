import { Controller } from '@hotwired/stimulus'
import { READING_BLOCKS } from '../../src/annotations/reading-blocks.ts'
import { isWorthRestoring, fractionRead, topBlock } from '../models/reading-position.ts'

/** Selector of the blocks of an article. A reading position is the index of a block. */
const BLOCKS = READING_BLOCKS.join(',')
/** Minimum time between two reports to the server, in milliseconds. */
const PAUSE = 4000
/** Milliseconds before the first report. */
const SOON = 1000
/** Height in pixels of the bar that covers the top of the window. */
const BAR = 64
/**
 * Number of frames in which the restored position is corrected, about a third of a second. Images and fonts may still
 * move the text.
 */
const SETTLING_FRAMES = 20
/** Events by which a user starts to scroll. They end the correction of the restored position. */
const SCROLL_INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/** Restores the reading position, shows the progress, and reports it to the server. */
export class ReaderProgressController extends Controller<HTMLElement> {
  static override values = { url: String, token: String, block: Number, share: Number }
  declare readonly urlValue: string
  declare readonly tokenValue: string
  declare blockValue: number
  declare shareValue: number
  #blocks: readonly Element[] = []
  #reported = -1
  #toldAt = -PAUSE
  /** true once the entry is being deleted, because the server then knows no position of it */
  #isDeleted = false
  #timer = 0
  #frame = 0

  override connect(): void {
    this.#blocks = [...this.element.querySelectorAll(BLOCKS)]
    const isPreview = document.documentElement.hasAttribute('data-turbo-preview')
    if (isPreview) return
    this.#reported = this.blockValue
    if (location.hash === '' && scrollY === 0 && isWorthRestoring({ block: this.blockValue, share: this.shareValue })) {
      this.#restore()
    }
    addEventListener('scroll', this.#scrolled, { passive: true })
    addEventListener('pagehide', this.#leave)
    document.addEventListener('turbo:before-visit', this.#leave)
    document.addEventListener('visibilitychange', this.#hidden)
    for (const type of ['turbo:submit-start', 'turbo:submit-end']) document.addEventListener(type, this.#sent)
    this.#scrolled()
  }

  override disconnect(): void {
    removeEventListener('scroll', this.#scrolled)
    removeEventListener('pagehide', this.#leave)
    document.removeEventListener('turbo:before-visit', this.#leave)
    document.removeEventListener('visibilitychange', this.#hidden)
    for (const type of ['turbo:submit-start', 'turbo:submit-end']) document.removeEventListener(type, this.#sent)
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#timer)
    this.#timer = this.#frame = 0
  }

  #restore(): void {
    const block = this.#blocks[this.blockValue]
    if (!block) return
    const userScrolled = new AbortController()
    for (const kind of SCROLL_INPUTS)
      addEventListener(kind, () => userScrolled.abort(), { passive: true, signal: userScrolled.signal })
    keepOnTop(block, SETTLING_FRAMES, userScrolled)
  }

  readonly #scrolled = (): void => {
    this.#frame ||= requestAnimationFrame(this.#measure)
  }

  readonly #measure = (): void => {
    this.#frame = 0
    this.shareValue = fractionRead(this.element.getBoundingClientRect(), innerHeight)
    this.blockValue = topBlock(this.#blocks.length, (index) => this.#bottomOf(index), BAR)
    const line = document.querySelector<HTMLElement>('#progress-line')
    if (line) line.style.transform = `scaleX(${this.shareValue})`
    if (this.blockValue !== this.#reported) this.#timer ||= window.setTimeout(this.#report, this.#delay)
  }

  get #delay(): number {
    return Math.max(SOON, this.#toldAt + PAUSE - performance.now())
  }

  #bottomOf(index: number): number {
    const block = this.#blocks[index]!
    // A heading that repeats the title is hidden and has no place.
    const shown = block.hasAttribute('hidden') ? (this.#blocks[index + 1] ?? block) : block
    return shown.getBoundingClientRect().bottom
  }

  readonly #hidden = (): void => {
    if (document.visibilityState === 'hidden') this.#leave()
  }

  readonly #sent = (event: Event): void => {
    const { target, detail } = event as CustomEvent<{ readonly success?: boolean }>
    if (target instanceof Element && target.getAttribute('action')?.startsWith('/delete/')) {
      this.#isDeleted = detail.success !== false
    }
  }

  /** Measures and reports the position when the user leaves the page. */
  readonly #leave = (): void => {
    this.#measure()
    this.#report()
  }

  /** Reports the position with a beacon, which the browser sends even after the user has left the page. */
  readonly #report = (): void => {
    clearTimeout(this.#timer)
    this.#timer = 0
    if (this.#isDeleted || this.blockValue === this.#reported) return
    this.#reported = this.blockValue
    this.#toldAt = performance.now()
    const place = { block: String(this.blockValue), share: String(this.shareValue), at: String(Date.now()) }
    navigator.sendBeacon(this.urlValue, new URLSearchParams({ token: this.tokenValue, ...place }))
  }
}

/**
 * Scrolls to a block, and again in each of the next frames until aborted, because text above it may still change its
 * height.
 */
function keepOnTop(block: Element, frames: number, userScrolled: AbortController): void {
  if (userScrolled.signal.aborted) return
  const { top } = block.getBoundingClientRect()
  if (Math.abs(top - BAR) > 1) scrollTo({ top: top + scrollY - BAR, behavior: 'instant' })
  if (frames > 0 && block.isConnected) requestAnimationFrame(() => keepOnTop(block, frames - 1, userScrolled))
  else userScrolled.abort()
}
