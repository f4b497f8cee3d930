import type { Language } from '../kernel/languages.ts'

/** The words on the pages that a book or a document gets besides its articles. */
export interface ExportWords {
  readonly contents: string
  readonly authors: string
  readonly publishedAt: string
  readonly readingTime: string
  readonly minutes: (count: number) => string
  readonly addedAt: string
  readonly address: string
  readonly tags: string
  readonly page: string
  readonly notice: string
  readonly noticeText: string
  readonly noContent: string
  readonly image: string
}

const WORDS: Readonly<Record<Language, ExportWords>> = {
  en: {
    contents: 'Contents',
    authors: 'Authors',
    publishedAt: 'Published on',
    readingTime: 'Reading time',
    minutes: (count) => `${count} min`,
    addedAt: 'Added on',
    address: 'Address',
    tags: 'Tags',
    page: 'Page',
    notice: 'About this file',
    noticeText: 'Created with Dogear, a read-later service. The texts belong to their authors.',
    noContent: 'No text available. Read this page at its original address.',
    image: 'Image',
  },
  fr: {
    contents: 'Sommaire',
    authors: 'Auteurs',
    publishedAt: 'Publié le',
    readingTime: 'Temps de lecture',
    minutes: (count) => `${count} min`,
    addedAt: 'Ajouté le',
    address: 'Adresse',
    tags: 'Étiquettes',
    page: 'Page',
    notice: 'À propos de ce fichier',
    noticeText: 'Créé avec Dogear, un service de lecture différée. Les textes appartiennent à leurs auteurs.',
    noContent: 'Aucun texte disponible. Lisez cette page à son adresse d’origine.',
    image: 'Image',
  },
}

export function exportWords(language: Language): ExportWords {
  return WORDS[language]
}
