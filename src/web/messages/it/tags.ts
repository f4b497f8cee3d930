import type { TAGS_EN } from '../en/tags.ts'

/** The Italian version of `en/tags.ts`. */
export const TAGS_IT: Readonly<Record<keyof typeof TAGS_EN, string>> = {
  'tagList.count': '{count, plural, one {# tag} other {# tag}}',
  'tagList.deleted': 'Tag eliminato: {label}',
  'tagList.empty': 'Ancora nessun tag',
  'tagList.emptyHint': 'Aggiungi tag a un articolo dalla sua scheda o durante la lettura.',
  'tagList.filter': 'Filtra i tag',
  'tagList.lead': 'Per unire due tag, dai a uno il nome dell’altro.',
  'tagList.newName': 'Nuovo nome',
  'tagList.nothing': 'Nessun tag corrispondente',
  'tagList.refused': 'Inserisci un solo tag, senza virgole.',
  'tagList.rename': 'Rinomina',
  'tagList.renamed': 'Tag rinominato: {label}',
  'tagList.title': 'Tag',
  'tagList.untagged': 'Articoli senza tag',
}
