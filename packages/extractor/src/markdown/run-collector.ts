import type { TextRun, TextStyle } from './block.ts'

/**
 * Collects styled text, and treats white space like a browser: each run of white space becomes one space, and white
 * space at the start and the end of a line is removed.
 */
export class RunCollector {
  readonly #runs: TextRun[] = []
  #endsInSpace = true

  add(text: string, style: TextStyle): void {
    const shrunk = text.replaceAll(/[ \t\n\r\f]+/g, ' ')
    const shown = this.#endsInSpace && shrunk.startsWith(' ') ? shrunk.slice(1) : shrunk
    if (shown !== '') this.#push({ ...style, text: shown }, shown.endsWith(' '))
  }

  break(): void {
    this.#trimEnd()
    this.#push({ text: '\n' }, true)
  }

  /**
   * Empties the collector.
   * @returns the collected text
   */
  take(): readonly TextRun[] {
    while (this.#runs.at(-1)?.text === '\n') this.#runs.pop()
    this.#trimEnd()
    this.#endsInSpace = true
    return this.#runs.splice(0)
  }

  #push(run: TextRun, endsInSpace: boolean): void {
    const last = this.#runs.at(-1)
    if (last && hasSameStyle(last, run)) this.#runs[this.#runs.length - 1] = { ...last, text: last.text + run.text }
    else this.#runs.push(run)
    this.#endsInSpace = endsInSpace
  }

  #trimEnd(): void {
    const last = this.#runs.pop()
    if (!last) return
    const text = last.text.endsWith(' ') ? last.text.slice(0, -1) : last.text
    if (text !== '') this.#runs.push({ ...last, text })
  }
}

const STYLE_NAMES = [
  'isBold',
  'isItalic',
  'isCode',
  'isStruck',
  'isSub',
  'isSup',
  'formula',
  'href',
  'linkedPlace',
  'places',
] as const

/**
 * @returns whether two runs can be joined. A line break never has the same style as other text, so that it stays a
 * separate run.
 */
function hasSameStyle(one: TextRun, other: TextRun): boolean {
  return one.text !== '\n' && other.text !== '\n' && STYLE_NAMES.every((style) => one[style] === other[style])
}
