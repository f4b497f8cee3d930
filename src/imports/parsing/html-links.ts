import { Tokenizer, type Token, type TokenHandler } from 'parse5'
import { AppError } from '../../kernel/errors.ts'
import type { HtmlLink } from './row-parser.ts'
import { reasonText } from '../import-failure-reasons.ts'

/** Maximum length of the text of a link or heading, in characters. Longer texts are cut. */
const MAX_TEXT = 10_000
/**
 * Maximum length of an HTML tag, in characters. A file with a longer one is rejected. The limit is large, because
 * bookmark files contain icons in attributes.
 */
const MAX_TOKEN = 16 * 1024 * 1024

/** Finds the links in a stream of HTML, each with the heading above it. All other content is skipped. */
export class HtmlLinks {
  readonly #onLink: (link: HtmlLink) => void
  readonly #tokenizer: Tokenizer
  #attributes: ReadonlyMap<string, string> | undefined
  #text = ''
  #heading = ''
  #isInHeading = false
  /** number of characters since the end of the last token */
  #pending = 0

  constructor(onLink: (link: HtmlLink) => void) {
    this.#onLink = onLink
    this.#tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, this.#handler())
  }

  push(text: string): void {
    this.#pending += text.length
    if (this.#pending > MAX_TOKEN + text.length) throw new AppError('invalid_input', reasonText('htmlUnclosed'))
    this.#tokenizer.write(text, false)
  }

  end(): void {
    this.#tokenizer.write('', true)
    this.#endLink()
  }

  #handler(): TokenHandler {
    const onText = ({ chars }: Token.CharacterToken) => this.#addText(chars)
    const nothing = () => void (this.#pending = 0)
    return {
      onStartTag: (tag) => this.#startTag(tag),
      onEndTag: (tag) => this.#endTag(tag.tagName),
      onCharacter: onText,
      onWhitespaceCharacter: onText,
      onNullCharacter: nothing,
      onComment: nothing,
      onDoctype: nothing,
      onEof: nothing,
    }
  }

  #startTag({ tagName, attrs }: Token.TagToken): void {
    this.#pending = 0
    if (tagName === 'a') {
      this.#endLink()
      this.#attributes = new Map(attrs.map(({ name, value }) => [name, value]))
    } else if (/^h[1-6]$/.test(tagName)) {
      this.#endLink()
      this.#isInHeading = true
      this.#text = ''
    }
  }

  #endTag(name: string): void {
    this.#pending = 0
    if (name === 'a') this.#endLink()
    else if (this.#isInHeading && /^h[1-6]$/.test(name)) {
      this.#isInHeading = false
      this.#heading = this.#text.trim().toLowerCase()
    }
  }

  #addText(text: string): void {
    this.#pending = 0
    if ((this.#attributes || this.#isInHeading) && this.#text.length < MAX_TEXT) this.#text += text
  }

  #endLink(): void {
    if (this.#attributes)
      this.#onLink({ attributes: this.#attributes, text: this.#text.trim(), heading: this.#heading })
    this.#attributes = undefined
    this.#text = ''
  }
}
