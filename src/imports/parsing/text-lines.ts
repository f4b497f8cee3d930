import { reasonText } from '../import-failure-reasons.ts'

/** Maximum length of a line in characters. A longer line is reported as broken. Addresses are far shorter. */
const MAX_LINE = 64 * 1024

interface LineSink {
  line(text: string): void
  broken(reason: string): void
}

/** Splits a stream of text into lines with any line ends. An overlong line is reported as broken. */
export class TextLines {
  readonly #sink: LineSink
  /** text of the unfinished line */
  #text = ''
  /** true while the rest of an overlong line is skipped */
  #isSkipping = false

  constructor(sink: LineSink) {
    this.#sink = sink
  }

  push(text: string): void {
    const lines = text.split(/\r\n|\n|\r/)
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.#finish()
      if (!this.#isSkipping) this.#text += line
      if (this.#text.length > MAX_LINE) this.#refuse()
    }
  }

  end(): void {
    this.#finish()
  }

  #finish(): void {
    if (!this.#isSkipping && this.#text !== '') this.#sink.line(this.#text)
    this.#text = ''
    this.#isSkipping = false
  }

  #refuse(): void {
    this.#sink.broken(reasonText('lineLong'))
    this.#text = ''
    this.#isSkipping = true
  }
}
