import { chooseVoice, voicesFor } from './models/choose-voice.ts'
import { SpeechQueue, type SpeechState } from './models/speech-queue.ts'
import { speechPassages, firstVisible, type SpeechPassage } from './speech-passages.ts'
import { SpokenMark } from './spoken-mark.ts'

interface PlayerEvents {
  /** opens the next article of the list, if there is one */
  readonly next: () => void
  readonly closed: () => void
}

/** Milliseconds to wait for the voices, which some browsers load late. */
const VOICES_MS = 3000
/** Pessimistic number of characters that a voice speaks in a second at normal speed. */
const CHARACTERS_PER_SECOND = 6
/** Milliseconds that a voice may take to start. */
const START_MS = 5000

/**
 * Opens the bar and reads an article aloud from the first visible sentence on, with a voice of the device.
 * @returns a function that stops and closes the bar
 */
export function openPlayer(bar: HTMLElement, article: HTMLElement, events: PlayerEvents): () => void {
  const player = new ArticlePlayer(bar, article, events)
  void player.start()
  return player.close
}

class ArticlePlayer {
  readonly #bar: HTMLElement
  readonly #events: PlayerEvents
  readonly #language: string | undefined
  readonly #passages: readonly SpeechPassage[]
  readonly #mark: SpokenMark
  readonly #queue: SpeechQueue
  readonly #listeners = new AbortController()
  /** The browser may drop an utterance, and its events, that nothing refers to. */
  #utterance: SpeechSynthesisUtterance | undefined
  #voices: readonly SpeechSynthesisVoice[] = []

  constructor(bar: HTMLElement, article: HTMLElement, events: PlayerEvents) {
    this.#bar = bar
    this.#events = events
    this.#language = article.lang || undefined
    this.#passages = speechPassages(article, bar.dataset['picture'] ?? '')
    this.#mark = new SpokenMark(article)
    const engine = {
      speak: this.#speak,
      cancel: () => speechSynthesis.cancel(),
      isBusy: () => speechSynthesis.speaking || speechSynthesis.pending,
      limitOf: this.#limitOf,
    }
    this.#queue = new SpeechQueue(this.#passages.length, engine, { changed: this.#changed })
  }

  async start(): Promise<void> {
    const { signal } = this.#listeners
    this.#bar.hidden = false
    this.#bar.addEventListener('click', this.#clicked, { signal })
    this.#bar.addEventListener('change', this.#chosen, { signal })
    addEventListener('keydown', this.#pressed, { signal, capture: true })
    addEventListener('pagehide', this.close, { signal })
    document.addEventListener('turbo:before-visit', this.close, { signal })
    this.#select('speed').value = localStorage.getItem('dogear.listen.speed') ?? '1'
    this.#enable(false)
    this.#voices = await loadVoices(this.#language, signal)
    if (signal.aborted) return
    this.#bar.toggleAttribute('data-silent', this.#voices.length === 0)
    if (this.#voices.length === 0) return this.#sayNoVoice()
    this.#enable(true)
    this.#listVoices()
    this.#queue.play(firstVisible(this.#passages))
    this.#button('pause').focus({ preventScroll: true })
  }

  readonly close = (): void => {
    if (this.#listeners.signal.aborted) return
    this.#queue.pause()
    this.#listeners.abort()
    this.#mark.clear()
    this.#bar.hidden = true
    this.#events.closed()
  }

  readonly #speak = (index: number, done: (error?: string) => void): void => {
    const { text } = this.#passages[index]!
    const utterance = new SpeechSynthesisUtterance(text)
    const voice = this.#voice()
    if (voice) utterance.voice = voice
    utterance.lang = voice?.lang ?? this.#language ?? ''
    utterance.rate = this.#speed
    utterance.addEventListener('end', () => done())
    utterance.addEventListener('error', ({ error }) => done(error))
    this.#utterance = utterance
    speechSynthesis.speak(this.#utterance)
  }

  readonly #limitOf = (index: number): number =>
    START_MS + (this.#passages[index]!.text.length * 1000) / CHARACTERS_PER_SECOND / this.#speed

  readonly #changed = (state: SpeechState, index: number): void => {
    this.#button('play').hidden = state === 'playing'
    this.#button('pause').hidden = state !== 'playing'
    const passage = this.#passages[index]
    if (passage) this.#mark.show(passage)
    if (state === 'failed') this.#say('failed')
    else if (state !== 'ended') this.#say()
    else if (this.#bar.querySelector('[data-listen=next]')) this.#events.next()
    else this.#say('ended')
  }

  readonly #clicked = ({ target }: Event): void => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-listen]') : null
    const name = button?.dataset['listen']
    if (name !== undefined) this.#actions[name]?.()
  }

  /** Escape first closes what lies over the page, then the bar, and only then leaves the article. */
  readonly #pressed = (event: KeyboardEvent): void => {
    if (
      event.key !== 'Escape' ||
      event.defaultPrevented ||
      document.querySelector('dialog[open], :popover-open, .menu[open]')
    )
      return
    event.preventDefault()
    this.close()
  }

  /** The effects of the buttons, by their value of `data-listen`. */
  readonly #actions: Readonly<Record<string, () => void>> = {
    back: () => this.#queue.skip(-1),
    forward: () => this.#queue.skip(1),
    next: () => this.#events.next(),
    close: () => this.close(),
    pause: () => {
      this.#queue.pause()
      this.#button('play').focus()
    },
    play: () => {
      this.#queue.play(this.#queue.state === 'ended' ? 0 : this.#queue.index)
      this.#button('pause').focus()
    },
  }

  /** Remembers the speed or the voice, and speaks the sentence again with it. */
  readonly #chosen = ({ target }: Event): void => {
    const { name, value } = target as HTMLSelectElement
    localStorage.setItem(name === 'speed' ? 'dogear.listen.speed' : this.#voiceKey, value)
    if (this.#queue.state === 'playing') this.#queue.play()
  }

  get #voiceKey(): string {
    return `dogear.listen.voice.${this.#language ?? ''}`
  }

  get #speed(): number {
    return Number(this.#select('speed').value) || 1
  }

  #voice(): SpeechSynthesisVoice | undefined {
    return chooseVoice(this.#voices, this.#select('voice').value)
  }

  #listVoices(): void {
    const field = this.#select('voice')
    field.replaceChildren(...this.#voices.map(({ name, voiceURI }) => new Option(name, voiceURI)))
    field.value = chooseVoice(this.#voices, localStorage.getItem(this.#voiceKey))?.voiceURI ?? ''
  }

  /** Says that there is no voice. Of the buttons, only the one that closes the bar remains. */
  #sayNoVoice(): void {
    this.#say('noVoice')
    this.#button('close').focus({ preventScroll: true })
  }

  /** Shows a message of the bar, or removes it. */
  #say(name?: 'noVoice' | 'failed' | 'ended'): void {
    const status = this.#bar.querySelector('.listen-status')!
    const text = name === undefined ? '' : (this.#bar.dataset[name] ?? '')
    if (status.textContent !== text) status.textContent = text
    this.#bar.querySelector<HTMLElement>('.listen-note')!.hidden = name === 'noVoice'
  }

  #enable(isEnabled: boolean): void {
    const parts = this.#bar.querySelectorAll<HTMLButtonElement | HTMLSelectElement>(
      '.listen-controls :is(button, select)',
    )
    for (const part of parts) part.disabled = !isEnabled && part.dataset['listen'] !== 'close'
    this.#button('pause').hidden = true
    this.#button('play').hidden = false
  }

  #button(does: string): HTMLButtonElement {
    return this.#bar.querySelector<HTMLButtonElement>(`[data-listen=${does}]`)!
  }

  #select(name: string): HTMLSelectElement {
    return this.#bar.querySelector<HTMLSelectElement>(`[name=${name}]`)!
  }
}

/** @returns the voices for a language, as soon as there are any; an empty list if there are none in time */
async function loadVoices(language: string | undefined, signal: AbortSignal): Promise<SpeechSynthesisVoice[]> {
  const find = () => voicesFor(speechSynthesis.getVoices(), language)
  if (find().length > 0) return find()
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, VOICES_MS)
    const finish = () => {
      if (find().length === 0 && !signal.aborted) return
      clearTimeout(timer)
      resolve()
    }
    speechSynthesis.addEventListener('voiceschanged', finish, { signal })
    signal.addEventListener('abort', finish)
  })
  return find()
}
