import type { Language } from '../kernel/languages.ts'

/** The texts of a catalog, as a book reader shows them. */
export interface CatalogLabels {
  readonly shelves: Readonly<
    Record<'unread' | 'reading' | 'starred' | 'short' | 'long' | 'tags' | 'collections', string>
  >
  /** the feed whose books are whole collections */
  readonly books: string
  readonly search: string
  /** link from a feed without books to the start of the catalog */
  readonly start: string
  readonly facets: Readonly<Record<'state' | 'length' | 'sort', string>>
  /** the choices of all facets */
  readonly choices: Readonly<
    Record<
      'all' | 'unread' | 'archived' | 'any' | 'short' | 'long' | 'newest' | 'oldest' | 'shortest' | 'title',
      string
    >
  >
  readonly minutes: (count: number) => string
}

export const CATALOG_LABELS: Readonly<Record<Language, CatalogLabels>> = {
  en: {
    shelves: {
      unread: 'Unread',
      reading: 'Reading',
      starred: 'Starred',
      short: 'Short (up to 5 minutes)',
      long: 'Long (20 minutes or more)',
      tags: 'Tags',
      collections: 'Collections',
    },
    books: 'Collections as books',
    search: 'Search',
    start: 'Nothing here – all shelves',
    facets: { state: 'Show', length: 'Length', sort: 'Sort by' },
    choices: {
      all: 'All',
      unread: 'Unread',
      archived: 'Archive',
      any: 'Any length',
      short: 'Up to 5 minutes',
      long: '20 minutes or more',
      newest: 'Newest first',
      oldest: 'Oldest first',
      shortest: 'Shortest first',
      title: 'Title',
    },
    minutes: (count) => `${count} min`,
  },
  de: {
    shelves: {
      unread: 'Ungelesen',
      reading: 'Angefangen',
      starred: 'Favoriten',
      short: 'Kurz (bis 5 Minuten)',
      long: 'Lang (ab 20 Minuten)',
      tags: 'Tags',
      collections: 'Sammlungen',
    },
    books: 'Sammlungen als Bücher',
    search: 'Suche',
    start: 'Hier ist nichts – zu allen Regalen',
    facets: { state: 'Anzeigen', length: 'Länge', sort: 'Sortieren nach' },
    choices: {
      all: 'Alle',
      unread: 'Ungelesen',
      archived: 'Archiv',
      any: 'Jede Länge',
      short: 'Bis 5 Minuten',
      long: 'Ab 20 Minuten',
      newest: 'Neueste zuerst',
      oldest: 'Älteste zuerst',
      shortest: 'Kürzeste zuerst',
      title: 'Titel',
    },
    minutes: (count) => `${count} Min.`,
  },
  es: {
    shelves: {
      unread: 'No leídos',
      reading: 'Leyendo',
      starred: 'Favoritos',
      short: 'Cortos (hasta 5 minutos)',
      long: 'Largos (20 minutos o más)',
      tags: 'Etiquetas',
      collections: 'Colecciones',
    },
    books: 'Colecciones como libros',
    search: 'Búsqueda',
    start: 'No hay nada aquí: ver todos los estantes',
    facets: { state: 'Mostrar', length: 'Duración', sort: 'Ordenar por' },
    choices: {
      all: 'Todos',
      unread: 'No leídos',
      archived: 'Archivo',
      any: 'Cualquier duración',
      short: 'Hasta 5 minutos',
      long: '20 minutos o más',
      newest: 'Más recientes primero',
      oldest: 'Más antiguos primero',
      shortest: 'Más cortos primero',
      title: 'Título',
    },
    minutes: (count) => `${count} min`,
  },
  fr: {
    shelves: {
      unread: 'À lire',
      reading: 'En cours',
      starred: 'Favoris',
      short: 'Courts (jusqu’à 5 minutes)',
      long: 'Longs (20 minutes ou plus)',
      tags: 'Étiquettes',
      collections: 'Collections',
    },
    books: 'Collections sous forme de livres',
    search: 'Recherche',
    start: 'Rien ici : voir tous les rayons',
    facets: { state: 'Afficher', length: 'Durée', sort: 'Trier par' },
    choices: {
      all: 'Tout',
      unread: 'À lire',
      archived: 'Archives',
      any: 'Toutes les durées',
      short: 'Jusqu’à 5 minutes',
      long: '20 minutes ou plus',
      newest: 'Les plus récents d’abord',
      oldest: 'Les plus anciens d’abord',
      shortest: 'Les plus courts d’abord',
      title: 'Titre',
    },
    minutes: (count) => `${count} min`,
  },
  it: {
    shelves: {
      unread: 'Da leggere',
      reading: 'In lettura',
      starred: 'Preferiti',
      short: 'Brevi (fino a 5 minuti)',
      long: 'Lunghi (20 minuti o più)',
      tags: 'Tag',
      collections: 'Raccolte',
    },
    books: 'Raccolte come libri',
    search: 'Ricerca',
    start: 'Qui non c’è nulla: vai a tutti gli scaffali',
    facets: { state: 'Mostra', length: 'Durata', sort: 'Ordina per' },
    choices: {
      all: 'Tutti',
      unread: 'Da leggere',
      archived: 'Archivio',
      any: 'Qualsiasi durata',
      short: 'Fino a 5 minuti',
      long: '20 minuti o più',
      newest: 'Prima i più recenti',
      oldest: 'Prima i meno recenti',
      shortest: 'Prima i più brevi',
      title: 'Titolo',
    },
    minutes: (count) => `${count} min`,
  },
}
