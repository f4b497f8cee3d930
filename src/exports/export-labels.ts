import type { Language } from '../kernel/languages.ts'

/** Labels and sentences on the pages that Dogear adds to a book or document. */
export interface ExportLabels {
  readonly contents: string
  /** name of the list of the main parts of a book, beside the contents */
  readonly landmarks: string
  readonly authors: string
  readonly publishedAt: string
  readonly readingTime: string
  readonly minutes: (count: number) => string
  readonly addedAt: string
  readonly address: string
  readonly tags: string
  readonly note: string
  readonly page: string
  readonly notice: string
  readonly noticeText: string
  readonly noContent: string
  readonly image: string
}

const LABELS: Readonly<Record<Language, ExportLabels>> = {
  en: {
    contents: 'Contents',
    landmarks: 'Landmarks',
    authors: 'Authors',
    publishedAt: 'Published on',
    readingTime: 'Reading time',
    minutes: (count) => `${count} min`,
    addedAt: 'Added on',
    address: 'Address',
    tags: 'Tags',
    note: 'Note',
    page: 'Page',
    notice: 'About this file',
    noticeText: 'Created with Dogear, a read-later service. The texts belong to their authors.',
    noContent: 'No text available. Read this page at its original address.',
    image: 'Image',
  },
  de: {
    contents: 'Inhalt',
    landmarks: 'Orientierungspunkte',
    authors: 'Autoren',
    publishedAt: 'Veröffentlicht am',
    readingTime: 'Lesezeit',
    minutes: (count) => `${count} Min.`,
    addedAt: 'Hinzugefügt am',
    address: 'Adresse',
    tags: 'Tags',
    note: 'Notiz',
    page: 'Seite',
    notice: 'Über diese Datei',
    noticeText: 'Erstellt mit Dogear, einem Später-lesen-Dienst. Die Texte gehören ihren Autoren.',
    noContent: 'Kein Text verfügbar. Lies diese Seite unter ihrer ursprünglichen Adresse.',
    image: 'Bild',
  },
  es: {
    contents: 'Índice',
    landmarks: 'Puntos de referencia',
    authors: 'Autores',
    publishedAt: 'Publicado el',
    readingTime: 'Tiempo de lectura',
    minutes: (count) => `${count} min`,
    addedAt: 'Añadido el',
    address: 'Dirección',
    tags: 'Etiquetas',
    note: 'Nota',
    page: 'Página',
    notice: 'Acerca de este archivo',
    noticeText: 'Creado con Dogear, un servicio para leer más tarde. Los textos pertenecen a sus autores.',
    noContent: 'No hay texto disponible. Lee esta página en su dirección original.',
    image: 'Imagen',
  },
  fr: {
    contents: 'Sommaire',
    landmarks: 'Points de repère',
    authors: 'Auteurs',
    publishedAt: 'Publié le',
    readingTime: 'Temps de lecture',
    minutes: (count) => `${count} min`,
    addedAt: 'Ajouté le',
    address: 'Adresse',
    tags: 'Étiquettes',
    note: 'Note',
    page: 'Page',
    notice: 'À propos de ce fichier',
    noticeText: 'Créé avec Dogear, un service de lecture différée. Les textes appartiennent à leurs auteurs.',
    noContent: 'Aucun texte disponible. Lisez cette page à son adresse d’origine.',
    image: 'Image',
  },
  it: {
    contents: 'Indice',
    landmarks: 'Punti di riferimento',
    authors: 'Autori',
    publishedAt: 'Pubblicato il',
    readingTime: 'Tempo di lettura',
    minutes: (count) => `${count} min`,
    addedAt: 'Aggiunto il',
    address: 'Indirizzo',
    tags: 'Tag',
    note: 'Nota',
    page: 'Pagina',
    notice: 'Informazioni su questo file',
    noticeText: 'Creato con Dogear, un servizio per leggere più tardi. I testi appartengono ai loro autori.',
    noContent: 'Nessun testo disponibile. Leggi questa pagina al suo indirizzo originale.',
    image: 'Immagine',
  },
}

export function exportLabels(language: Language): ExportLabels {
  return LABELS[language]
}
