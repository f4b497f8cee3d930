import { Tokenizer, type Token, type TokenHandler } from 'parse5'
import { MAX_NOTE } from '../../entries/entry.ts'
import { AppError } from '../../kernel/errors.ts'
import type { HtmlLink } from './row-parser.ts'
import { reasonText } from '../import-failure-reasons.ts'
import { MarkupText } from './markup-text.ts'

/** Maximum length of the text of a link or heading, in characters. Longer texts are cut. */
const MAX_TEXT = 10_000
/** Maximum length of a description. One character more than a note may have, so that its reader reports the cut. */
const MAX_DESCRIPTION = MAX_NOTE + 1
/**
 * Maximum length of an HTML tag, in characters. A file with a longer one is rejected. The limit is large, because
 * bookmark files contain icons in attributes.
 */
const MAX_TOKEN = 16 * 1024 * 1024
/** Maximum number of nested folders whose names are kept. A page in a deeper folder counts as one of the innermost of these. */
const MAX_FOLDERS = 100

/** Attributes with which browsers mark the folders that every user has, such as the bookmarks bar. */
const BROWSER_FOLDERS = ['personal_toolbar_folder', 'unfiled_bookmarks_folder']

type Place = 'link' | 'heading' | 'description'

/**
 * Finds the links in a stream of HTML: each with the heading above it, the folders that contain it (`<H3>` followed by
 * `<DL>`), and the description after it (`<DD>`). Programs write titles and descriptions without escaping them, so tags
 * that do not belong to the file format are part of the text.
 */
export class HtmlLinks {
  readonly #onLink: (link: HtmlLink) => void
  readonly #tokenizer: Tokenizer
  readonly #source = new MarkupText()
  /** names of the open folders; undefined for lists that are no folder of the user */
  readonly #folders: (string | undefined)[] = []
  /** number of open lists beyond `MAX_FOLDERS` */
  #extraFolders = 0
  #attributes: ReadonlyMap<string, string> | undefined
  #linkText = ''
  #description = ''
  #heading = ''
  /** name of the folder whose list has not started yet */
  #nextFolder: string | undefined
  /** true if the current heading is the name of a folder of the user */
  #isFolder = false
  #text = ''
  /** where the current text belongs; undefined outside of these elements */
  #place: Place | undefined
  /** number of characters since the end of the last token */
  #pending = 0

  constructor(onLink: (link: HtmlLink) => void) {
    this.#onLink = onLink
    this.#tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, this.#handler())
  }

  push(text: string): void {
    this.#pending += text.length
    if (this.#pending > MAX_TOKEN + text.length) {
      this.#endPlace()
      this.#endLink()
      throw new AppError('invalid_input', reasonText('htmlUnclosed'))
    }
    this.#source.add(text)
    this.#tokenizer.write(text, false)
  }

  end(): void {
    this.#tokenizer.write('', true)
    this.#endPlace()
    this.#endLink()
  }

  #handler(): TokenHandler {
    const onText = ({ chars, location }: Token.CharacterToken) => {
      this.#addText(chars)
      if (location) this.#source.discard(location.endOffset)
    }
    const nothing = ({ location }: Token.CommentToken | Token.DoctypeToken | Token.EOFToken) => {
      this.#pending = 0
      if (location) this.#source.discard(location.endOffset)
    }
    return {
      onStartTag: (tag) => this.#tag(tag, (name) => this.#startTag(name, attributesOf(tag))),
      onEndTag: (tag) => this.#tag(tag, (name) => this.#endTag(name)),
      onCharacter: onText,
      onWhitespaceCharacter: onText,
      onNullCharacter: onText,
      onComment: nothing,
      onDoctype: nothing,
      onEof: nothing,
    }
  }

  /** @param apply what the tag does, if it belongs to the file format */
  #tag(tag: Token.TagToken, apply: (name: string) => void): void {
    this.#pending = 0
    const source = tag.location ? this.#source.take(tag.location.startOffset, tag.location.endOffset) : ''
    if (this.#place === undefined || FORMAT_TAGS.has(tag.tagName)) return apply(tag.tagName)
    const { text, rest } = splitAtTag(source)
    this.#addText(text)
    if (rest !== '') this.#readTags(rest)
  }

  /**
   * Reads the tags of the file format inside an unclosed tag of a text, as in `About <script and more <DT><A …>`. The
   * text before each of them was read.
   */
  #readTags(source: string): void {
    const inner = new Tokenizer(
      { sourceCodeLocationInfo: false },
      {
        ...this.#handler(),
        onStartTag: (tag) => {
          if (FORMAT_TAGS.has(tag.tagName)) this.#startTag(tag.tagName, attributesOf(tag))
        },
        onEndTag: (tag) => {
          if (FORMAT_TAGS.has(tag.tagName)) this.#endTag(tag.tagName)
        },
      },
    )
    inner.write(source, true)
  }

  #startTag(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'br' || name === 'p') return this.#addText('\n')
    this.#endPlace()
    if (name === 'dd') {
      this.#place = this.#attributes ? 'description' : undefined
      return
    }
    this.#endLink()
    if (name === 'a') {
      this.#attributes = attributes
      this.#place = 'link'
    } else if (/^h[1-6]$/.test(name)) {
      // `<H1>` is the title of the file.
      this.#isFolder = name !== 'h1' && !BROWSER_FOLDERS.some((one) => attributes.has(one))
      this.#place = 'heading'
    } else if (name === 'dl') {
      if (this.#folders.length < MAX_FOLDERS) this.#folders.push(this.#nextFolder)
      else this.#extraFolders += 1
      this.#nextFolder = undefined
    }
  }

  #endTag(name: string): void {
    if (name === 'p' || name === 'br') return
    // `</DT>` and `</LI>` come before the description in some files.
    this.#endPlace()
    if (name !== 'dl') return
    this.#endLink()
    if (this.#extraFolders > 0) this.#extraFolders -= 1
    else this.#folders.pop()
  }

  #addText(text: string): void {
    this.#pending = 0
    const most = this.#place === 'description' ? MAX_DESCRIPTION : MAX_TEXT
    if (this.#place !== undefined && this.#text.length < most) this.#text += text.slice(0, most - this.#text.length)
  }

  /** Stores the text of the element that ends. */
  #endPlace(): void {
    const text = this.#text.trim()
    if (this.#place === 'link') this.#linkText = text
    else if (this.#place === 'description') this.#description = text
    else if (this.#place === 'heading') {
      this.#heading = text.toLowerCase()
      this.#nextFolder = this.#isFolder ? text : undefined
    }
    this.#text = ''
    this.#place = undefined
  }

  #endLink(): void {
    if (this.#attributes)
      this.#onLink({
        attributes: this.#attributes,
        text: this.#linkText,
        heading: this.#heading,
        description: this.#description,
        folders: this.#folders.filter((name) => name !== undefined),
      })
    this.#attributes = undefined
    this.#linkText = ''
    this.#description = ''
  }
}

/** The tags of bookmark files and of Pocket's HTML. All other tags within a title or a description are text. */
const FORMAT_TAGS: ReadonlySet<string> = new Set(
  'a dl dt dd p br hr ul ol li h1 h2 h3 h4 h5 h6 html head body title meta'.split(' '),
)

const NEXT_TAG = /<\/?(?:a|dl|dt|dd|hr|ul|ol|li|h[1-6])[\s/>]/i

/** @returns a tag of the text up to the first tag of the file format that it has swallowed, and the rest */
function splitAtTag(source: string): { readonly text: string; readonly rest: string } {
  const at = source.search(NEXT_TAG)
  if (at <= 0) return { text: source, rest: '' }
  return { text: source.slice(0, at).trimEnd(), rest: source.slice(at) }
}

function attributesOf({ attrs }: Token.TagToken): ReadonlyMap<string, string> {
  return new Map(attrs.map(({ name, value }) => [name, value]))
}
