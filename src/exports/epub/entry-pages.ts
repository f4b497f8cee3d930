import { titlePageFacts, type Fact } from '../title-page-facts.ts'
import { exportLabels } from '../export-labels.ts'
import type { AboutExport } from '../export-writer.ts'
import { contentOf, titleOf, type ExportedEntry } from '../exported-entry.ts'
import { languageTag, textDirection } from '../language-tag.ts'
import { xmlText } from '../formats/xml-text.ts'
import { xhtmlContent, type AddImage } from './xhtml-content.ts'
import { xhtmlPage } from './xhtml-page.ts'

/** @returns the title page of an entry */
export function titlePage(one: ExportedEntry, about: AboutExport): string {
  const title = titleOf(one)
  const direction = textDirection(languageTag(one.entry.language))
  const facts = titlePageFacts(one, about).map(factMarkup).join('\n')
  const body = `<h1 dir="${direction}">${xmlText(title)}</h1>\n<dl class="facts">\n${facts}\n</dl>`
  return xhtmlPage({ title, language: about.language, direction: 'ltr', body })
}

function factMarkup({ label, value, href }: Fact): string {
  const text = xmlText(value).replaceAll('\n', '<br/>')
  const shown = href === undefined ? text : `<a href="${xmlText(href)}">${text}</a>`
  return `<dt>${xmlText(label)}</dt><dd>${shown}</dd>`
}

/** @returns the page with the text of an entry */
export function textPage(one: ExportedEntry, place: AddImage, about: AboutExport): string {
  const words = exportLabels(about.language)
  const title = titleOf(one)
  const language = languageTag(one.entry.language)
  const text = xhtmlContent(contentOf(one), place, words.image)
  const body = text.trim() === '' ? `<p>${xmlText(words.noContent)}</p>` : text
  return xhtmlPage({ title, language, direction: textDirection(language), body: `<h1>${xmlText(title)}</h1>\n${body}` })
}

/** @returns the last page of a book. It says that Dogear made the book and that the texts belong to their authors. */
export function noticePage(about: AboutExport): string {
  const words = exportLabels(about.language)
  const body = `<h1>${xmlText(words.notice)}</h1>\n<p>${xmlText(words.noticeText)}</p>`
  return xhtmlPage({ title: words.notice, language: about.language, direction: 'ltr', body })
}

/**
 * @param path path of the picture inside the book
 * @returns the cover page
 */
export function coverPage(path: string, title: string, about: AboutExport): string {
  const body = `<div class="cover" epub:type="cover"><img src="${path}" alt="${xmlText(title)}"/></div>`
  return xhtmlPage({ title, language: about.language, direction: 'ltr', body })
}
