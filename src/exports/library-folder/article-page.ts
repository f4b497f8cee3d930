import { replaceImages, pictureOf } from '../../images/image-elements.ts'
import type { FindCopy } from '../../images/load-image-copies.ts'
import { showCopies } from '../../images/show-image-copies.ts'
import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import { html, type Child, type Html } from '../../kernel/html.ts'
import type { Language } from '../../kernel/languages.ts'
import { exportLabels } from '../export-labels.ts'
import { authorsOf } from '../../entries/authors-of.ts'
import { contentOf } from '../../entries/listing/content-of.ts'
import { titleOf } from '../exported-entry.ts'
import { FOLDER_LABELS } from './folder-labels.ts'
import { folderPage } from './folder-page.ts'

/**
 * @param findCopy finds the paths of stored images, relative to the page. Images without a copy become links, because the
 *   pages load nothing from the network.
 * @returns the page of one article
 */
export function articlePage(loaded: LoadedEntry, language: Language, findCopy: FindCopy): string {
  const labels = { ...exportLabels(language), ...FOLDER_LABELS[language] }
  const { entry, annotations } = loaded
  const title = titleOf(loaded)
  const head = html`
    <nav class="meta"><a href="../index.html">${labels.back}</a></nav>
    <article lang="${entry.language}" dir="auto">
      <h1>${title}</h1>
      <p class="meta"><a href="${entry.url}" rel="noreferrer">${entry.url}</a></p>
      ${facts(loaded, language)}
      ${entry.note !== null && html`<p class="note"><strong>${labels.note}:</strong> ${entry.note}</p>`}
  `
  const highlights =
    annotations.length > 0 &&
    html`
      <section>
        <h2>${labels.highlights}</h2>
        ${annotations.map(({ quote, text }) => highlight(quote, text))}
      </section>
    `
  const content = localContent(contentOf(loaded), findCopy, labels.missingImage)
  const text = content === '' ? String(html`<p>${labels.noContent}</p>`) : content
  return folderPage({ title, language, root: '..', body: `${head}${text}${highlights || ''}</article>` })
}

function facts(loaded: LoadedEntry, language: Language): Html {
  const labels = exportLabels(language)
  const { entry, tags } = loaded
  const parts: readonly (readonly [string, Child])[] = [
    [labels.authors, authorsOf(loaded.entry).join(', ')],
    [labels.publishedAt, entry.publishedAt && dateOf(entry.publishedAt)],
    [labels.addedAt, dateOf(entry.createdAt)],
    [labels.tags, tags.map(({ label }) => label).join(', ')],
  ]
  return html`<p class="meta">
    ${parts.filter(([, value]) => value).map(([name, value]) => html`${name}: ${value}<br />`)}
  </p>`
}

function dateOf(time: string): string {
  return time.slice(0, 10)
}

function highlight(quote: string, text: string): Html {
  return html`
    <blockquote>
      <p>${quote}</p>
      ${text !== '' && html`<p class="note">${text}</p>`}
    </blockquote>
  `
}

/** @returns the content with copies of its images, and with links in place of images and videos that have none */
function localContent(content: string, findCopy: FindCopy, missing: string): string {
  return replaceImages(showCopies(content, findCopy), (tag, attributes) => {
    const address = pictureOf(attributes, tag) ?? attributes.get('src') ?? ''
    if (tag.startsWith('<img') && address.startsWith('../')) return tag
    const original = attributes.get('src') ?? address
    const link = html`<a href="${original}" rel="noreferrer">${attributes.get('alt') || missing}</a>`
    return tag.startsWith('<video') ? `${link}${tag.replace(/ src="[^"]*"/, '')}` : String(link)
  })
}
