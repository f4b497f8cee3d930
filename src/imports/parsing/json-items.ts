import { AppError } from '../../kernel/errors.ts'

/** Longest item, in characters: a page with its content. */
const MAX_ITEM = 16 * 1024 * 1024
/** How deep lists and objects may lie in each other: folders of bookmarks take two of it each. */
const MAX_DEPTH = 200
/** No name that matters is longer. */
const MAX_NAME = 100

export interface ItemSink {
  /** @param text of the item, which may be no JSON at all */
  item(text: string): void
  broken(reason: string): void
}

/** A list or object that is open. */
interface Level {
  readonly isList: boolean
  readonly hasItems: boolean
}

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d]
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d])

/**
 * Cuts the items out of a JSON text as it comes, without holding more than one of them. Only brackets and strings are
 * looked at; whether an item is JSON is found out when it is parsed. An item that holds a list of items is none itself.
 */
export class JsonItems {
  readonly #sink: ItemSink
  readonly #isItemList: (name: string | undefined, depth: number) => boolean
  readonly #levels: Level[] = []
  #text = ''
  #at = 0
  /** where the current item begins in `#text`, or -1 */
  #start = -1
  /** the current item is too long: only its end is looked for */
  #isTooLong = false
  #isInString = false
  #isEscaped = false
  #stringStart = -1
  /** the last string of an object that may be a name */
  #name: string | undefined

  /** @param isItemList whether a list with this name (undefined outside of an object) at this depth, from 0, holds items */
  constructor(isItemList: (name: string | undefined, depth: number) => boolean, sink: ItemSink) {
    this.#isItemList = isItemList
    this.#sink = sink
  }

  push(text: string): void {
    this.#forget()
    this.#text += text
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at)
      if (this.#isInString) this.#inString(code)
      else if (!BLANKS.has(code)) this.#outside(code)
    }
  }

  end(): void {
    if (this.#levels.length > 0 || this.#isInString) {
      throw new AppError('invalid_input', 'The JSON file is incomplete.')
    }
  }

  /** Drops what is read and belongs to no unfinished item. */
  #forget(): void {
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
    if (!level && !isOpening) throw new AppError('invalid_input', 'The file isn’t valid JSON.')
    this.#begin(level)
    if (isOpening) this.#open(level, code === OPEN_LIST)
    else if (code === QUOTE) {
      this.#isInString = true
      this.#stringStart = this.#at
    }
  }

  /** What stands in a list of items and is no comma begins one, unless one has begun. */
  #begin(level: Level | undefined): void {
    if (level?.hasItems && this.#start === -1 && !this.#isTooLong) this.#start = this.#at
  }

  #open(level: Level | undefined, isList: boolean): void {
    const depth = this.#levels.length
    if (depth >= MAX_DEPTH) throw new AppError('invalid_input', `The file nests more than ${MAX_DEPTH} levels deep.`)
    const hasItems = isList && this.#isItemList(level && !level.isList ? this.#name : undefined, depth)
    // A folder: what it holds are the items.
    if (hasItems) {
      this.#start = -1
      this.#isTooLong = false
    }
    this.#levels.push({ isList, hasItems })
    this.#name = undefined
  }

  #close(level: Level | undefined, isList: boolean): void {
    if (level?.isList !== isList)
      throw new AppError('invalid_input', 'The file isn’t valid JSON: its brackets don’t match.')
    if (level.hasItems) this.#emit()
    this.#levels.pop()
  }

  #emit(): void {
    if (this.#isTooLong) this.#sink.broken('The row is longer than 16 MB.')
    else if (this.#start !== -1) {
      const text = this.#text.slice(this.#start, this.#at)
      if (text.length > MAX_ITEM) this.#sink.broken('The row is longer than 16 MB.')
      else this.#sink.item(text)
    }
    this.#start = -1
    this.#isTooLong = false
  }
}
