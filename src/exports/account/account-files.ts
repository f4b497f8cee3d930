import { extensionOf } from '../../images/image-type.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import type { AccountRow } from './account-rows.ts'

/** The entries, pages and images to which the rows of an account refer. */
export class AccountFiles {
  readonly #entries: EntryId[] = []
  /** media types of pages by their hashes; undefined for a page whose entry was deleted */
  readonly #pages = new Map<string, string | undefined>()
  /** media types of images by their hashes */
  readonly #images = new Map<string, string>()

  add(table: string, row: AccountRow): void {
    if (table === 'entry') this.#entries.push(row['id'] as EntryId)
    if (table === 'entry_image') this.#images.set(String(row['sha256']), String(row['type']))
    if (table === 'capture') this.#pages.set(String(row['body_sha256']), String(row['content_type'] ?? ''))
    if (table === 'capture_body') {
      const sha256 = String(row['sha256'])
      this.#pages.set(sha256, this.#pages.get(sha256))
    }
  }

  /** @returns the ids of the entries, the newest first */
  entries(): readonly EntryId[] {
    return this.#entries.toSorted((one, other) => other - one)
  }

  /** @returns hashes in hexadecimal, and paths in the archive */
  *pages(): Generator<readonly [string, string], void> {
    for (const [sha256, type] of this.#pages) yield [sha256, `pages/${sha256}.${pageExtension(type)}`]
  }

  /** @returns hashes in hexadecimal, and paths in the archive */
  *images(): Generator<readonly [string, string], void> {
    for (const [sha256, type] of this.#images) yield [sha256, `images/${sha256}.${extensionOf(type)}`]
  }
}

/** Extensions of the files of stored pages. Others get `.bin`, so that no program opens them by mistake. */
const PAGE_EXTENSIONS: Readonly<Record<string, string>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'xhtml',
  'application/pdf': 'pdf',
  'application/epub+zip': 'epub',
  'application/json': 'json',
  'text/plain': 'txt',
  'text/markdown': 'md',
}

function pageExtension(contentType = ''): string {
  const type = contentType.replace(/;.*/s, '').trim().toLowerCase()
  return Object.hasOwn(PAGE_EXTENSIONS, type) ? PAGE_EXTENSIONS[type]! : 'bin'
}
