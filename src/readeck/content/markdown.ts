import { authorsOf } from '../../entries/authors-of.ts'
import { contentOf } from '../../entries/listing/content-of.ts'
import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import { exportEntry, type ExportEntryDeps } from '../../exports/export-entries.ts'
import type { FindCopy } from '../../images/load-image-copies.ts'
import { showCopies } from '../../images/show-image-copies.ts'

export type MarkdownDeps = ExportEntryDeps

/**
 * @param findCopy finds the copies of pictures, with the addresses that the file shall have
 * @returns the text of an entry in Markdown, with its title, after its data in YAML
 */
export async function markdownOf(deps: MarkdownDeps, loaded: LoadedEntry, findCopy: FindCopy): Promise<string> {
  const { ownerId: owner, id } = loaded.entry
  const content = Buffer.from(JSON.stringify(showCopies(contentOf(loaded), findCopy)))
  const loadEntries = async () => new Map([[id, { ...loaded, content }]])
  const { body } = await exportEntry({ ...deps, loadEntries }, owner, { id }, 'md')
  return frontMatter(loaded) + Buffer.from(body).toString()
}

/** @returns the Markdown without the title, which apps that synchronize put above it themselves */
export function withoutTitle(markdown: string): string {
  return markdown.replace(/(?<=\n---\n\n).*\n=+\n\n/, '')
}

function frontMatter({ entry, tags }: LoadedEntry): string {
  const labels = tags.map(({ label }) => label)
  const authors = authorsOf(entry)
  // Texts in JSON are valid YAML.
  const lines = [
    `title: ${JSON.stringify(entry.title ?? '')}`,
    `saved: "${entry.createdAt.slice(0, 10)}"`,
    ...(entry.publishedAt === null ? [] : [`published: "${entry.publishedAt.slice(0, 10)}"`]),
    `website: ${JSON.stringify(entry.domainName ?? '')}`,
    `source: ${JSON.stringify(entry.url)}`,
    ...(authors.length === 0 ? [] : ['authors:', ...authors.map((name) => `    - ${JSON.stringify(name)}`)]),
    ...(labels.length === 0 ? [] : ['labels:', ...labels.map((label) => `    - ${JSON.stringify(label)}`)]),
  ]
  return `---\n${lines.join('\n')}\n---\n\n`
}
