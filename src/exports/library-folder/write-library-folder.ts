import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseHtmlFragment, textOf } from '@dogear/extractor/content'
import type { Database } from '../../db/database.ts'
import { entryLoader, type LoadedEntry, type LoadEntries } from '../../entries/listing/load-entries.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { extensionOf } from '../../images/image-type.ts'
import { copyLoader } from '../../images/load-image-copies.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import { DEFAULT_LANGUAGE, languageOfTag } from '../../kernel/languages.ts'
import type { User } from '../../users/user.ts'
import { findUserConfig } from '../../users/user-config.repository.ts'
import { contentOf } from '../../entries/listing/content-of.ts'
import { titleOf } from '../exported-entry.ts'
import { exportFileName } from '../file-name.ts'
import { articlePage } from './article-page.ts'
import { indexItem, indexPage } from './index-page.ts'
import { PAGE_STYLE } from './page-style.ts'
import { SEARCH_SCRIPT } from './search-script.ts'

interface LibraryFolderDeps {
  readonly database: Database
  readonly images: ImageStore
}

/** Number of entries in memory at the same time. */
const BATCH_SIZE = 8
/** Characters of a script with texts for the search, after which the next one begins. */
const PART_LENGTH = 2_000_000
/** Maximum characters of a text in the search. */
const MAX_TEXT = 1_000_000
/** Maximum characters of a title in the name of a file. */
const MAX_NAME = 60

/**
 * Writes all entries of a user to a new folder as HTML pages with images, a list and a search, which open from a disk.
 * @returns the number of entries
 * @throws AppError `conflict` if the folder exists, `unavailable` if it cannot be written
 */
export async function writeLibraryFolder(deps: LibraryFolderDeps, user: User, folder: string): Promise<number> {
  if (existsSync(folder)) throw new AppError('conflict', `${folder} already exists`)
  const draft = `${folder}.partial`
  try {
    await rm(draft, { recursive: true, force: true })
    for (const name of ['articles', 'images', 'texts']) await mkdir(join(draft, name), { recursive: true, mode: 0o700 })
    await writeFile(join(draft, 'style.css'), PAGE_STYLE)
    await writeFile(join(draft, 'search.js'), SEARCH_SCRIPT)
    const count = await writePages(deps, user, draft)
    await rename(draft, folder)
    return count
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    throw new AppError('unavailable', `${folder} cannot be written: ${(error as Error).message}`, { cause: error })
  }
}

async function writePages({ database, images }: LibraryFolderDeps, user: User, draft: string): Promise<number> {
  const { preferences, language: chosen } = await database.read((db) => findUserConfig(db, user.id))
  const language = languageOfTag(preferences['language'] ?? chosen) ?? DEFAULT_LANGUAGE
  const [texts, pictures] = [textWriter(draft), imageWriter(images, draft)]
  const loadCopies = copyLoader(database, { pathOf: (sha256, type) => `../${pictures.pathOf(sha256, type)}` })
  const items: string[] = []
  for await (const entry of readEntries(database, entryLoader(database), user)) {
    const findCopy = await loadCopies(user.id, entry.entry.id)
    const path = `articles/${await fileName(entry)}.html`
    await writeFile(join(draft, path), articlePage(entry, language, findCopy), { mode: 0o600 })
    await pictures.flush()
    await texts.add(items.length, searchableText(entry))
    items.push(indexItem(entry, path))
  }
  const textParts = await texts.end()
  const index = indexPage({ username: user.username, language, items, textParts })
  await writeFile(join(draft, 'index.html'), index, { mode: 0o600 })
  return items.length
}

/** Reads all entries of a user, the newest first. Entries that are deleted meanwhile are left out. */
async function* readEntries(
  database: Database,
  loadEntries: LoadEntries,
  { id: owner }: User,
): AsyncGenerator<LoadedEntry, void> {
  const find = database.prepare<{ id: number | string }>(
    'select id from entry where user_id = $1 order by created_at desc, id desc',
  )
  const ids = (await find.all(owner)).map(({ id }) => Number(id) as EntryId)
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batch = ids.slice(start, start + BATCH_SIZE)
    const loaded = await loadEntries(owner, batch, { hasContent: true })
    for (const id of batch) if (loaded.has(id)) yield loaded.get(id)!
  }
}

async function fileName(entry: LoadedEntry): Promise<string> {
  const title = await exportFileName(titleOf(entry), 'entry')
  const words = title.slice(0, MAX_NAME).trim().toLowerCase().replaceAll(/[ ']+/g, '-')
  return `${entry.entry.id}-${words}`
}

function searchableText(entry: LoadedEntry): string {
  const { note } = entry.entry
  const marks = entry.annotations.flatMap(({ quote, text }) => [quote, text])
  const text = textOf(parseHtmlFragment(contentOf(entry)), MAX_TEXT)
  return [note ?? '', ...marks, text].join(' ').replaceAll(/\s+/g, ' ')
}

/** Writes the texts for the search to scripts, because a page that is opened from a disk cannot read other files. */
function textWriter(draft: string) {
  let [part, length, texts]: [number, number, (readonly [number, string])[]] = [0, 0, []]
  const flush = async () => {
    if (texts.length === 0) return
    part++
    const script = `addTexts[${part}](${JSON.stringify(texts)})\n`
    await writeFile(join(draft, 'texts', `${String(part).padStart(4, '0')}.js`), script, { mode: 0o600 })
    ;[length, texts] = [0, []]
  }
  return {
    /** @param index number of the entry in the list */
    add: async (index: number, text: string) => {
      texts.push([index, text])
      length += text.length
      if (length >= PART_LENGTH) await flush()
    },
    /** @returns the number of scripts */
    end: async () => {
      await flush()
      return part
    },
  }
}

/** Copies images to the folder. An image of several entries is copied once. */
function imageWriter(store: ImageStore, draft: string) {
  const waiting = new Map<string, Uint8Array>()
  return {
    /** @returns the path of an image in the folder; `flush` writes it */
    pathOf: (sha256: Uint8Array, type: string): string => {
      const hex = Buffer.from(sha256).toString('hex')
      const path = `images/${hex.slice(0, 2)}/${hex}.${extensionOf(type)}`
      waiting.set(path, sha256)
      return path
    },
    flush: async () => {
      for (const [path, sha256] of waiting) {
        const target = join(draft, path)
        const image = existsSync(target) ? undefined : await store.read(sha256)
        if (!image) continue
        await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        await writeFile(target, image, { mode: 0o600 })
      }
      waiting.clear()
    },
  }
}
