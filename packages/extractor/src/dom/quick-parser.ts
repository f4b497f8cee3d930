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

const [TAB, LINE_FEED, SPACE, AMPERSAND, LESS_THAN, LAST_ASCII] = [0x09, 0x0a, 0x20, 0x26, 0x3c, 0x7f]
const [FIRST_SURROGATE, LAST_SURROGATE] = [0xd800, 0xdfff]

/**
 * Tables of the ASCII characters that may be in a run, one for each kind of run. Any other ASCII character ends the
 * run, also NUL and carriage return. `isInside` handles the characters beyond ASCII.
 */
const BLANK = tableOf((code) => code === SPACE || code === TAB || code === LINE_FEED)
const WORD = tableOf((code) => code > SPACE && code < LAST_ASCII && code !== AMPERSAND && code !== LESS_THAN)
const TEXT = tableOf((code) => WORD[code] === 1 || BLANK[code] === 1)
const RAW_TEXT = tableOf((code) => TEXT[code] === 1 || code === AMPERSAND)
const DOUBLE_QUOTED = tableOf((code) => (TEXT[code] === 1 && code !== 0x22) || code === LESS_THAN)
const SINGLE_QUOTED = tableOf((code) => (TEXT[code] === 1 && code !== 0x27) || code === LESS_THAN)
const NAME = tableOf((code) => /[a-z\d-]/.test(String.fromCharCode(code)))

function tableOf(isInside: (code: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: LAST_ASCII + 1 }, (_, code) => Number(isInside(code)))
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
    this.#extendText(code, IN_CONTENT.has(this.#parser.insertionMode) ? TEXT : WORD)
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

  protected override _stateTagName(code: number): void {
    const { currentToken } = this
    if (NAME[code] === 1 && currentToken !== null && 'tagName' in currentToken) currentToken.tagName += this.#readName()
    else super._stateTagName(code)
  }

  protected override _stateAttributeName(code: number): void {
    if (NAME[code] === 1) this.currentAttr.name += this.#readName()
    else super._stateAttributeName(code)
  }

  /** Extends the run of text that ends with the current character. A run that starts with white space has no words. */
  #extendText(code: number, inside: Uint8Array): void {
    if (this.runEnd !== this.preprocessor.pos + 1) return
    const type = this.currentCharacterToken?.type
    if (type === Token.TokenType.CHARACTER) this.#extendRun(code, inside)
    else if (type === Token.TokenType.WHITESPACE_CHARACTER) this.#extendRun(code, BLANK)
  }

  /**
   * Extends the run that ends with the current character. Does nothing at a line feed, because the line feed may stand
   * for CR or CR LF in the source, and its position in the source is therefore uncertain.
   */
  #extendRun(code: number, inside: Uint8Array): void {
    if (code === LINE_FEED) return
    const { html } = this.preprocessor
    let at = this.runEnd
    while (at < html.length && isInside(html.charCodeAt(at), inside)) at += 1
    this.runEnd = at
    this.preprocessor.pos = at - 1
  }

  /** @returns the name that starts at the current character, read in one step */
  #readName(): string {
    const { html, pos } = this.preprocessor
    let at = pos + 1
    while (at < html.length && NAME[html.charCodeAt(at)] === 1) at += 1
    this.preprocessor.pos = at - 1
    return html.slice(pos, at)
  }
}

/**
 * @returns whether the character may be in the run. Runs of white space contain only ASCII characters. Other runs may
 * also contain non-ASCII characters, but no surrogates.
 */
function isInside(code: number, inside: Uint8Array): boolean {
  if (code <= LAST_ASCII) return inside[code] === 1
  return inside !== BLANK && (code < FIRST_SURROGATE || code > LAST_SURROGATE)
}
