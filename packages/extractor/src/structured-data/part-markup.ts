import { createElement, createText, type PageElement, type PageNode } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'

/** @returns an element with a text */
export function textElement(tagName: string, text: string): PageElement {
  return createElement(tagName, {}, [createText(text)])
}

/** @returns a list with one item for each text */
export function textList(tagName: 'ul' | 'ol', texts: readonly string[]): PageElement {
  return createElement(
    tagName,
    {},
    texts.map((text) => textElement('li', text)),
  )
}

/** @returns the nodes of HTML that a page's JSON contains; not sanitised */
export function htmlNodes(html: string): readonly PageNode[] {
  return parseHtmlFragment(html).childNodes
}

/** @returns plain text as paragraphs, with its line breaks */
export function textParagraphs(text: string): readonly PageElement[] {
  const paragraphs = text.split(/\n\s*\n/).map((part) => part.trim())
  return paragraphs
    .filter((part) => part !== '')
    .map((part) => {
      const lines = part.split('\n').flatMap((line, index): PageNode[] => {
        const written = createText(line.trim())
        return index === 0 ? [written] : [createElement('br', {}, []), written]
      })
      return createElement('p', {}, lines)
    })
}
