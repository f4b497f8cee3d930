import { AppError } from '../../kernel/errors.ts'
import { reasonText } from '../import-failure-reasons.ts'

/** Maximum length of an item, which is a page with its content, in characters. A longer item is reported as broken. */
const MAX_ITEM = 16 * 1024 * 1024
/** Maximum nesting of lists and objects. A file with deeper nesting is rejected. A bookmark folder takes two levels. */
const MAX_DEPTH = 200
/**
 * Maximum length of an object's key in characters. Longer keys are ignored, because all keys of the formats are
 * shorter.
 */
const MAX_NAME = 100

export interface ItemSink {
  /** @param text JSON text of the item, which may be invalid */
  item(text: string): void
  broken(reason: string): void
}

/** A list or object that has not been closed yet. */
interface Level {
  readonly isList: boolean
  readonly hasItems: boolean
}

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d]
const WHITE_SPACE = new Set([0x20, 0x09, 0x0a, 0x0d])

/**
 * Extracts the items from a stream of JSON text. Memory contains one item at a time. Only brackets and strings are
 * tracked: invalid JSON inside an item is found when the item is parsed. An item that contains a list of items, such as
 * a folder, is not reported itself.
 */
export class JsonItems {
  readonly #sink: ItemSink
  readonly #isItemList: (name: string | undefined, depth: number) => boolean
  readonly #levels: Level[] = []
  #text = ''
  #at = 0
  /** start of the current item in `#text`; -1 if there is none */
  #start = -1
  /** true while the rest of an overlong item is skipped */
  #isTooLong = false
  #isInString = false
  #isEscaped = false
  #stringStart = -1
  /** the last string in the current object; it is a key if a value follows */
  #name: string | undefined

  /**
   * @param isItemList returns true if a list contains items. Arguments: the key of the list in the enclosing object
   * (undefined outside an object), and its depth, starting at 0.
   */
  constructor(isItemList: (name: string | undefined, depth: number) => boolean, sink: ItemSink) {
    this.#isItemList = isItemList
    this.#sink = sink
  }

  push(text: string): void {
    this.#discardRead()
    this.#text += text
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at)
      if (this.#isInString) this.#inString(code)
      else if (!WHITE_SPACE.has(code)) this.#outside(code)
    }
  }

  end(): void {
    if (this.#levels.length > 0 || this.#isInString) {
      throw new AppError('invalid_input', reasonText('jsonIncomplete'))
    }
  }

  /** Discards text that has been read and is not part of an unfinished item. */
  #discardRead(): void {
    if (this.#start !== -1 && this.#at - this.#start > MAX_ITEM) {
      this.#isTooLong = true
      this.#start = -1
    }
    const kept = this.#start !== -1 ? this.#start : this.#isInString ? Math.max(this.#stringStart, 0) : this.#at
    const from = this.#at - kept > MAX_ITEM ? this.#at : kept
    this.#text = this.#text.slice(from)
    this.#at -= from
    if (this.#start !== -1) this.#start -= from
    this.#stringStart -= from
  }

  #inString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (code === BACKSLASH) this.#isEscaped = true
    else if (code === QUOTE) {
      this.#isInString = false
      const length = this.#at - this.#stringStart - 1
      const isWhole = this.#stringStart >= 0 && length <= MAX_NAME
      this.#name = isWhole ? this.#text.slice(this.#stringStart + 1, this.#at) : undefined
    }
  }

  #outside(code: number): void {
    const level = this.#levels.at(-1)
    if (code === COMMA) return level?.hasItems ? this.#emit() : undefined
    if (code === CLOSE_LIST || code === CLOSE) return this.#close(level, code === CLOSE_LIST)
    const isOpening = code === OPEN_LIST || code === OPEN
    if (!level && !isOpening) throw new AppError('invalid_input', reasonText('jsonInvalid'))
    this.#begin(level)
    if (isOpening) this.#open(level, code === OPEN_LIST)
    else if (code === QUOTE) {
      this.#isInString = true
      this.#stringStart = this.#at
    }
  }

  /** Starts an item at the current character if the innermost list contains items and no item is open. */
  #begin(level: Level | undefined): void {
    if (level?.hasItems && this.#start === -1 && !this.#isTooLong) this.#start = this.#at
  }

  #open(level: Level | undefined, isList: boolean): void {
    const depth = this.#levels.length
    if (depth >= MAX_DEPTH) throw new AppError('invalid_input', reasonText('jsonDepth', { count: MAX_DEPTH }))
    const hasItems = isList && this.#isItemList(level && !level.isList ? this.#name : undefined, depth)
    // An object that contains a list of items is a folder. Only the items of the list are reported, so the object is
    // discarded.
    if (hasItems) {
      this.#start = -1
      this.#isTooLong = false
    }
    this.#levels.push({ isList, hasItems })
    this.#name = undefined
  }

  #close(level: Level | undefined, isList: boolean): void {
    if (level?.isList !== isList) throw new AppError('invalid_input', reasonText('jsonBrackets'))
    if (level.hasItems) this.#emit()
    this.#levels.pop()
  }

  #emit(): void {
    if (this.#isTooLong) this.#sink.broken(reasonText('rowLong'))
    else if (this.#start !== -1) {
      const text = this.#text.slice(this.#start, this.#at)
      if (text.length > MAX_ITEM) this.#sink.broken(reasonText('rowLong'))
      else this.#sink.item(text)
    }
    this.#start = -1
    this.#isTooLong = false
  }
}
