import type { TextSpan } from './text-offsets.ts'

/** A note that is not stored on the server yet. */
export interface NoteDraft extends TextSpan {
  /** id of the annotation whose note is edited; absent for a new annotation */
  readonly annotation?: number
  readonly quote: string
  readonly text: string
  /** colour of the annotation; if absent, the colour used last */
  readonly color?: string
  /** tags of the annotation, separated by commas; if absent, they stay as they are */
  readonly tags?: string
  /** whether the user has finished the note. It is then sent as soon as possible. */
  readonly isDue?: boolean
}

/** The part of `localStorage` that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** @returns a key that identifies a draft in its article: by its annotation, or else by its span of the text */
export function draftKey({ annotation, start, end }: Pick<NoteDraft, 'annotation' | 'start' | 'end'>): string {
  return annotation === undefined ? `${start}-${end}` : `note-${annotation}`
}

/**
 * The drafts of one entry, stored in the browser. If the storage is full or turned off, they are kept only in memory.
 */
export class NoteDrafts {
  readonly #storage: DraftStorage
  readonly #key: string
  #drafts: Record<string, NoteDraft>

  /** @param entry id of the entry */
  constructor(storage: DraftStorage, entry: string) {
    this.#storage = storage
    this.#key = `dogear.notes.${entry}`
    this.#drafts = this.#read()
  }

  list(): NoteDraft[] {
    return Object.values(this.#drafts)
  }

  find(place: Pick<NoteDraft, 'annotation' | 'start' | 'end'>): NoteDraft | undefined {
    return this.#drafts[draftKey(place)]
  }

  keep(draft: NoteDraft): void {
    this.#drafts = { ...this.#read(), [draftKey(draft)]: draft }
    this.#write()
  }

  drop(place: Pick<NoteDraft, 'annotation' | 'start' | 'end'>): void {
    const { [draftKey(place)]: _dropped, ...rest } = this.#read()
    this.#drafts = rest
    this.#write()
  }

  #read(): Record<string, NoteDraft> {
    try {
      const value: unknown = JSON.parse(this.#storage.getItem(this.#key) ?? '{}')
      const pairs = Object.entries(typeof value === 'object' && value !== null ? value : {})
      return Object.fromEntries(pairs.filter(([, one]) => isDraft(one)))
    } catch {
      return this.#drafts ?? {}
    }
  }

  #write(): void {
    try {
      if (this.list().length === 0) this.#storage.removeItem(this.#key)
      else this.#storage.setItem(this.#key, JSON.stringify(this.#drafts))
    } catch {
      // The storage is full or turned off, so the drafts are lost when the page is closed.
    }
  }
}

function isDraft(value: unknown): value is NoteDraft {
  if (typeof value !== 'object' || value === null) return false
  const { start, end, quote, text } = value as Readonly<Record<string, unknown>>
  return typeof start === 'number' && typeof end === 'number' && typeof quote === 'string' && typeof text === 'string'
}
