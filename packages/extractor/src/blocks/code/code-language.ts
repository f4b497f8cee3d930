import { namesOf } from '../../dom/class-name-hints.ts'
import { attributeOf, firstElements, isElement, type PageElement, type PageParent } from '../../dom/page-tree.ts'

const LANGUAGE_ATTRIBUTES = ['data-lang', 'data-language', 'data-enlighter-language', 'data-code-language']
const PREFIXED_CLASS =
  /^(?:language|lang|highlight-source|highlight-text|highlight|brush|code)[-:]([a-z0-9+#._-]{1,30})$/
const LANGUAGE_NAME = /^[a-z0-9+#._-]{1,30}$/
const NO_LANGUAGE = new Set(
  'none notranslate text plain plaintext default wrapper block box copy container html-pipeline example'.split(' '),
)
/**
 * Languages that are recognized by their bare name as a class, without a prefix such as `language-`. The element must
 * also have a class such as `hljs`, `highlight` or `sourceCode`.
 */
const KNOWN_LANGUAGES = new Set(
  (
    'asm bash basic batch c c++ clojure cmake console cpp crystal cs csharp css csv cuda d dart delphi diff docker ' +
    'dockerfile elixir elm erlang f# fish fortran fsharp go golang graphql groovy haskell hcl html http ini java ' +
    'javascript jinja js json jsx julia kotlin latex less lisp lua make makefile markdown matlab md nginx nim nix objc ' +
    'objectivec ocaml octave pascal perl php plsql powershell prolog properties protobuf ps1 py python python3 r rb rs ' +
    'ruby rust sass scala scheme scss sh shell smalltalk solidity sql svelte swift tcl terraform tex toml ts tsx ' +
    'typescript v vb vba verilog vhdl vim vue wasm xml yaml yml zig zsh'
  ).split(' '),
)
const CODE_CLASS =
  /(?:^|\s)(?:hljs|highlight|sourcecode|source|prettyprint|prism|shiki|mw-highlight|syntaxhighlighter|wp_syntax|crayon-syntax|code)(?:$|\s)/
const MAX_CLIMB = 3
/**
 * Maximum number of child nodes of a box that belongs to a code block. A box with more is assumed to contain other text
 * too.
 */
const MAX_PARTS = 12
const LARGE_ELEMENTS = new Set(['article', 'main', 'body', 'td', 'li', 'blockquote'])

/**
 * @param block a code block in the markup of any highlighter
 * @returns the language in lower case, from a class or an attribute of the block, its code or the boxes around it;
 *   undefined if there is none
 */
export function codeLanguage(block: PageElement): string | undefined {
  const inner = firstElements(block, 300).filter(({ tagName }) => tagName === 'code' || tagName === 'pre')
  for (const element of [...inner.slice(0, 6), block, ...boxesAround(block)]) {
    const language = statedLanguage(element)
    if (language !== undefined) return language
  }
  return undefined
}

/** @returns the boxes that contain only this block, innermost first */
export function boxesAround(block: PageElement): PageElement[] {
  const found: PageElement[] = []
  let parent: PageParent | null = block.parentNode
  while (parent !== null && isElement(parent) && found.length < MAX_CLIMB) {
    if (parent.childNodes.length > MAX_PARTS || LARGE_ELEMENTS.has(parent.tagName)) break
    found.push(parent)
    parent = parent.parentNode
  }
  return found
}

function statedLanguage(element: PageElement): string | undefined {
  for (const name of LANGUAGE_ATTRIBUTES) {
    const value = attributeOf(element, name)?.trim().toLowerCase()
    if (value !== undefined && LANGUAGE_NAME.test(value) && !NO_LANGUAGE.has(value)) return value
  }
  const names = namesOf(element).toLowerCase()
  return names === '' ? undefined : namedLanguage(names)
}

function namedLanguage(names: string): string | undefined {
  const tokens = names
    .replaceAll(/\bbrush:\s{0,5}/g, 'brush:')
    .replaceAll(';', ' ')
    .split(/\s+/)
  for (const token of tokens) {
    const found = PREFIXED_CLASS.exec(token)?.[1]?.replace(/^source-/, '')
    if (
      found !== undefined &&
      !NO_LANGUAGE.has(found) &&
      (!/^(?:highlight|code)/.test(token) || KNOWN_LANGUAGES.has(found))
    )
      return found
  }
  return CODE_CLASS.test(names) ? tokens.find((token) => KNOWN_LANGUAGES.has(token)) : undefined
}
