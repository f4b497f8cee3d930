/** The part of a stream of text that a tokenizer has not read yet, by offsets from the start of the stream. */
export class MarkupText {
  #text = ''
  /** offset of the first character of `#text` */
  #start = 0

  add(text: string): void {
    this.#text += text
  }

  /** @returns the text between two offsets. Discards it, and all text before it. */
  take(from: number, to: number): string {
    const text = this.#text.slice(Math.max(0, from - this.#start), Math.max(0, to - this.#start))
    this.discard(to)
    return text
  }

  /** Discards the text before an offset. */
  discard(to: number): void {
    if (to <= this.#start) return
    this.#text = this.#text.slice(to - this.#start)
    this.#start = to
  }
}
