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
/** Maximum length of the name of a folder as JSON text. Longer names are ignored. */
const MAX_FOLDER_NAME = 2000
/** The keys under which browsers store the name of a folder. */
const FOLDER_NAME_KEYS: ReadonlySet<string> = new Set(['name', 'title'])

interface ItemSink {
  /**
   * @param text JSON text of the item, which may be invalid
   * @param folders the objects that contain the list of items, the outermost first. Their names may come after the items.
   */
  item(text: string, folders: readonly JsonFolder[]): void
  /** Called when an object ends that contains a list of items, and no other such object is open. */
  foldersEnd?(): void
  broken(reason: string): void
}

/** An object that contains a list of items, such as a folder of bookmarks. */
export interface JsonFolder {
  /** empty until it is known */
  readonly name: string
}

/** A list or object that has not been closed yet. */
interface Level {
  readonly isList: boolean
  readonly hasItems: boolean
  name: string
  /** true if the level is an object that contains a list of items */
  isFolder: boolean
}

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE, COLON] = [
  0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d, 0x3a,
]
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
  /** the key of the current value in the current object; undefined before the colon */
  #key: string | undefined

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
      this.#readFolderName(length)
    }
  }

  /** Stores the string that has just ended, if it is the name of the current object. */
  #readFolderName(length: number): void {
    const level = this.#levels.at(-1)
    if (!level || level.isList || this.#key === undefined || !FOLDER_NAME_KEYS.has(this.#key)) return
    this.#key = undefined
    if (this.#stringStart < 0 || length > MAX_FOLDER_NAME) return
    try {
      level.name = JSON.parse(this.#text.slice(this.#stringStart, this.#at + 1)) as string
    } catch {
      // A name with invalid escapes stays empty.
    }
  }

  #outside(code: number): void {
    const level = this.#levels.at(-1)
    if (code === COLON) this.#key = this.#name
    if (code === COMMA) {
      this.#key = undefined
      return level?.hasItems ? this.#emit() : undefined
    }
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
      if (level && !level.isList) level.isFolder = true
      this.#start = -1
      this.#isTooLong = false
    }
    this.#levels.push({ isList, hasItems, name: '', isFolder: false })
    this.#name = undefined
    this.#key = undefined
  }

  #close(level: Level | undefined, isList: boolean): void {
    if (level?.isList !== isList) throw new AppError('invalid_input', reasonText('jsonBrackets'))
    if (level.hasItems) this.#emit()
    this.#levels.pop()
    this.#key = undefined
    if (level.isFolder && !this.#levels.some(({ isFolder }) => isFolder)) this.#sink.foldersEnd?.()
  }

  #emit(): void {
    if (this.#isTooLong) this.#sink.broken(reasonText('rowLong'))
    else if (this.#start !== -1) {
      const text = this.#text.slice(this.#start, this.#at)
      if (text.length > MAX_ITEM) this.#sink.broken(reasonText('rowLong'))
      else
        this.#sink.item(
          text,
          this.#levels.filter(({ isFolder }) => isFolder),
        )
    }
    this.#start = -1
    this.#isTooLong = false
  }
}
