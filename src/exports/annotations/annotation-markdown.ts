import { listedHref, type ListedAnnotation } from '../../annotations/listed-annotation.ts'

/** @returns the annotations of one article as a section of a Markdown file */
export function markdownSection(group: readonly ListedAnnotation[], baseUrl: string): string {
  return `## ${link(group[0]!)}\n\n${passages(group, baseUrl)}`
}

/** @returns the annotations of one article as a Markdown note. Obsidian shows its YAML front matter as properties. */
export function markdownNote(group: readonly ListedAnnotation[], baseUrl: string): string {
  const [{ entryTitle, url, siteName, authors, tags, createdAt }] = group as readonly [ListedAnnotation]
  const facts = [
    `title: ${yamlText(entryTitle)}`,
    `source: ${yamlText(url)}`,
    `site: ${yamlText(siteName)}`,
    ...yamlList('author', authors),
    ...yamlList('tags', tags.flatMap(obsidianTag)),
    `created: ${createdAt.slice(0, 10)}`,
  ]
  return `---\n${facts.join('\n')}\n---\n\n# ${escapeMarkdown(oneLine(entryTitle))}\n\n${passages(group, baseUrl)}`
}

/** @returns a passage as a Markdown quotation with its source and note, for the clipboard */
export function markdownQuotation({
  quote,
  text,
  entryTitle,
  url,
}: Pick<ListedAnnotation, 'quote' | 'text' | 'entryTitle' | 'url'>): string {
  const note = text === '' ? '' : `\n\n${text}`
  return `${quote === '' ? '' : `${quotation(quote)}\n\n`}— [${escapeMarkdown(oneLine(entryTitle))}](${linkAddress(url)})${note}\n`
}

function passages(group: readonly ListedAnnotation[], baseUrl: string): string {
  const base = baseUrl.replace(/\/+$/, '')
  return group
    .map((one) => {
      const { id, quote, text, color, ownTags, createdAt } = one
      const note = text === '' ? '' : `${text}\n\n`
      const place = `[${createdAt.slice(0, 10)}](${base}${listedHref(one)})${id === null ? '' : ` · ${color}`}`
      const tags = ownTags
        .flatMap(obsidianTag)
        .map((tag) => ` · #${escapeMarkdown(tag)}`)
        .join('')
      return `${id === null ? '' : `${quotation(quote)}\n\n`}${note}${place}${tags}\n`
    })
    .join('\n')
}

const quotation = (quote: string): string =>
  quote
    .split('\n')
    .map((line) => `> ${escapeMarkdown(line)}`)
    .join('\n')

const link = ({ entryTitle, url }: ListedAnnotation): string =>
  `[${escapeMarkdown(oneLine(entryTitle))}](${linkAddress(url)})`

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/**
 * Escapes the characters that have a meaning in Markdown, within a line or at its start (CommonMark, section 2.4), and those
 * of Obsidian: `$` for formulas, `==` for highlights, `%%` for comments (https://help.obsidian.md/syntax).
 */
const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>#|~$]|=(?==)|(?<==)=|%(?=%)|(?<=%)%/g, String.raw`\$&`)
    .replace(/^(\s*)([-+=])(?=\s|$)/, String.raw`$1\$2`)
    .replace(/^(\s*\d+)([.)])(?=\s|$)/, String.raw`$1\$2`)

const linkAddress = (url: string): string =>
  url
    .replaceAll(/[\s()<>\\]/g, encodeURIComponent)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')

/** Every JSON string is a valid YAML string (YAML 1.2.2, section 1.3). */
const yamlText = (text: string): string => JSON.stringify(oneLine(text))

const yamlList = (name: string, values: readonly string[]): string[] =>
  values.length === 0 ? [] : [`${name}:`, ...values.map((value) => `  - ${yamlText(value)}`)]

/**
 * Obsidian allows letters, digits, `_`, `-` and `/` in tags, and one character that is no digit must be among them
 * (https://help.obsidian.md/tags). It also accepts emoji.
 * @returns the label as a tag; none if nothing of it is left
 */
function obsidianTag(label: string): readonly string[] {
  const tag = label
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Join_Control}_/-]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  if (tag === '') return []
  return [/^\p{N}+$/u.test(tag) ? `_${tag}` : tag]
}
