import type { Article, EmbeddedPicture, Extraction } from '@dogear/extractor/service'
import { replacePictureAddresses } from '../extraction/replace-picture-addresses.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

/** A picture embedded in a saved document. It is stored like an image that was copied from a web page. */
export interface StoredPicture {
  /** its address in the content of the entry */
  readonly address: string
  readonly sha256: Uint8Array
  readonly bytes: Uint8Array
  /** media type such as `image/png` */
  readonly type: string
  /** size of the file in bytes */
  readonly size: number
  /** in pixels */
  readonly width: number
  readonly height: number
}

/** An article in which the pictures have addresses on this server, and the pictures that are to be written there. */
interface ArticleWithPictures {
  readonly article: Article
  readonly pictures: readonly StoredPicture[]
}

/**
 * Stores the pictures of documents. The folder `images` implements this interface, because the folder `entries` may not
 * import `images`.
 */
export interface DocumentPictureStore {
  /**
   * Replaces the placeholders of the pictures in the article with addresses, and removes pictures that cannot be
   * stored. Does not write any file yet.
   */
  replacePictures(owner: UserId, article: Article, pictures: readonly EmbeddedPicture[]): Promise<ArticleWithPictures>
  /** Writes the files, outside of transactions. Files that `claim` does not link to an entry are deleted after an hour. */
  write(pictures: readonly StoredPicture[]): Promise<void>
  /** Links the files of the pictures to an entry, so that they are not deleted. */
  claim(tx: OwnerTx, owner: UserId, id: EntryId, pictures: readonly StoredPicture[]): Promise<void>
}

/**
 * Replaces the placeholders of the pictures in an extracted article, as `DocumentPictureStore.replacePictures` does.
 * @param pictureStore undefined if this server stores no images; the returned article then has no pictures
 */
export async function replacePictures(
  pictureStore: DocumentPictureStore | undefined,
  owner: UserId,
  { article, pictures = [] }: Pick<Extraction & { kind: 'article' }, 'article' | 'pictures'>,
): Promise<ArticleWithPictures> {
  if (pictures.length === 0 || !pictureStore) return { article: withoutPictures(article, pictures), pictures: [] }
  return pictureStore.replacePictures(owner, article, pictures)
}

/** @returns the article of a document without its pictures */
export function withoutPictures(article: Article, pictures: readonly EmbeddedPicture[] = []): Article {
  return replacePictureAddresses(article, pictures, () => undefined)
}
