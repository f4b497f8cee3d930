import { copied, internalised, SharedStrings } from './shared-strings.ts'
import { InsertionMode, Parser, Token, Tokenizer, type DefaultTreeAdapterMap, type ParserOptions } from 'parse5'

type Options = ParserOptions<DefaultTreeAdapterMap>

/**
 * The parser of parse5 with a faster tokenizer, which reads a run of ordinary characters in one step. It builds the
 * same trees as parse5, but does not report source locations or errors.
 */
class QuickParser extends Parser<DefaultTreeAdapterMap> {
  constructor(...options: ConstructorParameters<typeof Parser<DefaultTreeAdapterMap>>) {
    super(...options)
    const { inForeignNode } = this.tokenizer
    this.tokenizer = new QuickTokenizer({ sourceCodeLocationInfo: false }, this)
    this.tokenizer.inForeignNode = inForeignNode
  }
}

/** @returns the tree of a whole page */
export function parseDocument(html: string, options: Options): DefaultTreeAdapterMap['document'] {
  return QuickParser.parse(html, options)
}

/** @returns the tree of a fragment, parsed as the content of a template */
export function parseTemplate(html: string, options: Options): DefaultTreeAdapterMap['documentFragment'] {
  const parser = QuickParser.getFragmentParser(null, options)
  parser.tokenizer.write(html, true)
  return parser.getFragment()
}

const LINE_FEED = 0x0a
const [LESS_THAN, EQUALS, GREATER_THAN, SOLIDUS] = [0x3c, 0x3d, 0x3e, 0x2f]
const [DOUBLE_QUOTE, SINGLE_QUOTE] = [0x22, 0x27]
const [FIRST_BEYOND_ASCII, FIRST_SURROGATE, LAST_SURROGATE] = [0x80, 0xd800, 0xdfff]

/** Kinds of runs of characters, each a bit in `KINDS`. */
const [BLANK, WORD, RAW_TEXT, DOUBLE_QUOTED, SINGLE_QUOTED, UNQUOTED] = [1, 2, 4, 8, 16, 32]
const [LETTER, NAME, ATTRIBUTE_NAME] = [64, 128, 256]
const TEXT = BLANK | WORD

/** The ASCII characters in each kind of run. Other control characters, also NUL and carriage return, are in none. */
const ASCII_IN_RUNS: readonly (readonly [kind: number, inside: RegExp])[] = [
  [BLANK, /[ \t\n]/],
  [WORD, /[!-~]/],
  [RAW_TEXT, /[ -~\t\n]/],
  [DOUBLE_QUOTED, /[ !#-~\t\n]/],
  [SINGLE_QUOTED, /[ -&(-~\t\n]/],
  [UNQUOTED, /[!#-%(-;?-_a-~]/],
  [LETTER, /[a-z]/],
  [NAME, /[a-z\d-]/],
  [ATTRIBUTE_NAME, /[a-z\d_:.@-]/],
]
/** Kinds of runs that contain neither `<` nor a character reference. */
const WITHOUT_MARKUP = WORD | DOUBLE_QUOTED | SINGLE_QUOTED

/** The kinds of runs that each UTF-16 code unit may be in. Surrogates are in none. */
const KINDS = new Uint16Array(0x1_00_00)
KINDS.fill(RAW_TEXT | WITHOUT_MARKUP, FIRST_BEYOND_ASCII, FIRST_SURROGATE)
KINDS.fill(RAW_TEXT | WITHOUT_MARKUP, LAST_SURROGATE + 1)
for (let code = 0; code < FIRST_BEYOND_ASCII; code++) KINDS[code] = kindsOf(String.fromCharCode(code))

function kindsOf(sign: string): number {
  const kinds = ASCII_IN_RUNS.reduce((sum, [kind, inside]) => (inside.test(sign) ? sum | kind : sum), 0)
  if (sign === '&') return kinds & ~WITHOUT_MARKUP
  return sign === '<' ? kinds & ~(WORD | RAW_TEXT) : kinds
}

/**
 * Insertion modes in which a run may contain both white space and words. In all other modes, white space affects the
 * tree.
 */
const IN_CONTENT: ReadonlySet<InsertionMode> = new Set([
  InsertionMode.IN_BODY,
  InsertionMode.IN_CAPTION,
  InsertionMode.IN_CELL,
  InsertionMode.IN_TEMPLATE,
])

const NAMES = new SharedStrings(internalised)
const CLASSES = new SharedStrings(copied)

class QuickTokenizer extends Tokenizer {
  readonly #parser: QuickParser

  constructor(options: ConstructorParameters<typeof Tokenizer>[0], parser: QuickParser) {
    super(options, parser)
    this.#parser = parser
    // By default, parse5 removes text from its buffer after reading it, and each removal slows down the next access.
    this.preprocessor.bufferWaterline = Infinity
  }

  protected override _stateData(code: number): void {
    super._stateData(code)
    if (code === LESS_THAN) this.#startTag()
    else this.#extendText(code, IN_CONTENT.has(this.#parser.insertionMode) ? TEXT : WORD)
  }

  protected override _stateRawtext(code: number): void {
    super._stateRawtext(code)
    this.#extendText(code, RAW_TEXT)
  }

  protected override _stateScriptData(code: number): void {
    super._stateScriptData(code)
    this.#extendText(code, RAW_TEXT)
  }

  protected override _stateAttributeValueDoubleQuoted(code: number): void {
    super._stateAttributeValueDoubleQuoted(code)
    if (this.runEnd === this.preprocessor.pos + 1) this.#extendRun(code, DOUBLE_QUOTED)
  }

  protected override _stateAttributeValueSingleQuoted(code: number): void {
    super._stateAttributeValueSingleQuoted(code)
    if (this.runEnd === this.preprocessor.pos + 1) this.#extendRun(code, SINGLE_QUOTED)
  }

  /** Starts the tag after a `<`. */
  #startTag(): void {
    const { preprocessor } = this
    const { html, pos } = preprocessor
    const first = html.charCodeAt(pos + 1)
    if (isIn(first, LETTER)) {
      preprocessor.pos = pos + 1
      this._stateTagOpen(first)
    } else if (first === SOLIDUS && isIn(html.charCodeAt(pos + 2), LETTER)) {
      preprocessor.pos = pos + 2
      this._stateTagOpen(SOLIDUS)
      this._stateEndTagOpen(html.charCodeAt(pos + 2))
    }
  }

  /** Reads the name, and the `>` or the white space after it. */
  protected override _stateTagName(code: number): void {
    const { currentToken, preprocessor } = this
    if (!isIn(code, NAME) || currentToken === null || !('tagName' in currentToken)) return super._stateTagName(code)
    const { html, pos } = preprocessor
    const end = endOfRun(html, pos + 1, NAME)
    const name = NAMES.get(html, pos, end)
    currentToken.tagName = currentToken.tagName === '' ? name : currentToken.tagName + name
    const next = html.charCodeAt(end)
    const isEnd = next === GREATER_THAN || isIn(next, BLANK)
    preprocessor.pos = isEnd ? end : end - 1
    if (isEnd) super._stateTagName(next)
  }

  /** Reads all ordinary attributes from the current character on, and the `>` after them. */
  protected override _stateBeforeAttributeName(code: number): void {
    const { html, pos } = this.preprocessor
    let at = pos
    for (let end = this.#endOfAttribute(at); end > at; end = this.#endOfAttribute(at)) at = this.#endOfBlank(end)
    if (at === pos) return super._stateBeforeAttributeName(code)
    const next = html.charCodeAt(at)
    this.preprocessor.pos = next === GREATER_THAN ? at : at - 1
    if (next === GREATER_THAN) super._stateBeforeAttributeName(next)
  }

  /**
   * Adds the attribute that starts at a position to the current tag, if it is ordinary: a lower-case name, with or
   * without a value that contains no character references.
   *
   * @returns the position after it; `start` if parse5 must read the attribute
   */
  #endOfAttribute(start: number): number {
    const { html } = this.preprocessor
    const nameEnd = endOfRun(html, start, ATTRIBUTE_NAME)
    if (nameEnd === start) return start
    const isFlag = html.charCodeAt(nameEnd) !== EQUALS
    const value = isFlag ? this.#flagAt(nameEnd) : valueAt(html, nameEnd + 1)
    if (value === undefined) return start
    const name = NAMES.get(html, start, nameEnd)
    this._createAttr(name)
    if (value.end > value.start)
      this.currentAttr.value =
        name === 'class' ? CLASSES.get(html, value.start, value.end) : copied(html.slice(value.start, value.end))
    this._leaveAttrName()
    return value.next
  }

  /** @returns the empty value after a name; undefined if a value may follow after white space */
  #flagAt(nameEnd: number): Value | undefined {
    const next = this.preprocessor.html.charCodeAt(this.#endOfBlank(nameEnd))
    const isFlag = next === GREATER_THAN || isIn(next, ATTRIBUTE_NAME)
    return isFlag ? { start: nameEnd, end: nameEnd, next: nameEnd } : undefined
  }

  #endOfBlank(start: number): number {
    return endOfRun(this.preprocessor.html, start, BLANK)
  }

  /** Extends the run of text that ends with the current character. A run that starts with white space has no words. */
  #extendText(code: number, kind: number): void {
    if (this.runEnd !== this.preprocessor.pos + 1) return
    const type = this.currentCharacterToken?.type
    if (type === Token.TokenType.CHARACTER) this.#extendRun(code, kind)
    else if (type === Token.TokenType.WHITESPACE_CHARACTER) this.#extendRun(code, BLANK)
  }

  /**
   * Extends the run that ends with the current character. Does nothing at a line feed, because the line feed may stand
   * for CR or CR LF in the source, and its position in the source is therefore uncertain.
   */
  #extendRun(code: number, kind: number): void {
    if (code === LINE_FEED) return
    const at = endOfRun(this.preprocessor.html, this.runEnd, kind)
    this.runEnd = at
    this.preprocessor.pos = at - 1
  }
}

/** The bounds of an attribute's value, and the position after its quotation mark. */
interface Value {
  readonly start: number
  readonly end: number
  readonly next: number
}

/** @returns the value that starts at a position; undefined if it does not end before white space or the end of the tag */
function valueAt(html: string, at: number): Value | undefined {
  const quote = html.charCodeAt(at)
  const kind = quote === DOUBLE_QUOTE ? DOUBLE_QUOTED : quote === SINGLE_QUOTE ? SINGLE_QUOTED : UNQUOTED
  const start = kind === UNQUOTED ? at : at + 1
  const end = endOfRun(html, start, kind)
  if (kind === UNQUOTED ? end === start : html.charCodeAt(end) !== quote) return undefined
  const next = kind === UNQUOTED ? end : end + 1
  const after = html.charCodeAt(next)
  const isEnd = after === GREATER_THAN || isIn(after, BLANK) || (after === SOLIDUS && kind !== UNQUOTED)
  return isEnd ? { start, end, next } : undefined
}

/** @returns the position after the characters of a run that start at a position */
function endOfRun(html: string, start: number, kind: number): number {
  let at = start
  while (at < html.length && (KINDS[html.charCodeAt(at)]! & kind) !== 0) at += 1
  return at
}

/** @returns whether a code unit may be in a run; false for NaN, at the end of the page */
function isIn(code: number, kind: number): boolean {
  return ((KINDS[code] ?? 0) & kind) !== 0
}
