import { cleanText } from '../dom/clean-text.ts'
import { findElements, textOf, type PageParent } from '../dom/page-tree.ts'

const MAX_SUMMARY = 300
const MIN_PARAGRAPH = 60

/**
 * @param stated the description that the page declares
 * @param content the extracted article
 * @returns the description, or else the start of the article, cut after a sentence or a word to at most 300 characters
 */
export function summarise(stated: string | undefined, content: PageParent): string | undefined {
  const text = stated ?? firstParagraph(content)
  return text === undefined ? undefined : shorten(text)
}

function firstParagraph(content: PageParent): string | undefined {
  const paragraphs = findElements(content, ({ tagName }) => tagName === 'p')
  const texts = paragraphs.slice(0, 30).map((paragraph) => cleanText(textOf(paragraph, 2000), 2000) ?? '')
  return texts.find((text) => text.length >= MIN_PARAGRAPH)
}

function shorten(text: string): string {
  if (text.length <= MAX_SUMMARY) return text
  const head = text.slice(0, MAX_SUMMARY)
  const sentences = /^[^]*[.!?。！？](?=\s|$|[\u3040-\u9fff])/u.exec(head)?.[0]
  if (sentences !== undefined && sentences.length >= MAX_SUMMARY / 3) return sentences
  const words = head.slice(0, MAX_SUMMARY - 1).replace(/\s\S{0,40}$/, '')
  return `${words
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`
}
