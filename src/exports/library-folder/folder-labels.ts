import type { Language } from '../../kernel/languages.ts'

/** The words of the pages in a folder, besides `exportLabels`. */
interface FolderLabels {
  readonly library: (name: string) => string
  readonly entries: (count: number) => string
  readonly search: string
  readonly back: string
  readonly highlights: string
  readonly missingImage: string
}

export const FOLDER_LABELS: Readonly<Record<Language, FolderLabels>> = {
  en: {
    library: (name) => `Library of ${name}`,
    entries: (count) => (count === 1 ? '1 entry' : `${count} entries`),
    search: 'Search titles and texts',
    back: 'All entries',
    highlights: 'Highlights',
    missingImage: 'Image at its original address',
  },
  de: {
    library: (name) => `Bibliothek von ${name}`,
    entries: (count) => `${count} Artikel`,
    search: 'Titel und Texte durchsuchen',
    back: 'Alle Artikel',
    highlights: 'Markierungen',
    missingImage: 'Bild an seiner ursprünglichen Adresse',
  },
  es: {
    library: (name) => `Biblioteca de ${name}`,
    entries: (count) => (count === 1 ? '1 artículo' : `${count} artículos`),
    search: 'Buscar en títulos y textos',
    back: 'Todos los artículos',
    highlights: 'Subrayados',
    missingImage: 'Imagen en su dirección original',
  },
  fr: {
    library: (name) => `Bibliothèque de ${name}`,
    entries: (count) => (count < 2 ? `${count} article` : `${count} articles`),
    search: 'Chercher dans les titres et les textes',
    back: 'Tous les articles',
    highlights: 'Surlignages',
    missingImage: 'Image à son adresse d’origine',
  },
  it: {
    library: (name) => `Biblioteca di ${name}`,
    entries: (count) => (count === 1 ? '1 articolo' : `${count} articoli`),
    search: 'Cerca nei titoli e nei testi',
    back: 'Tutti gli articoli',
    highlights: 'Evidenziazioni',
    missingImage: 'Immagine al suo indirizzo originale',
  },
}
