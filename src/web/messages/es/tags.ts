import type { TAGS_EN } from '../en/tags.ts'

/** The Spanish version of `en/tags.ts`. */
export const TAGS_ES: Readonly<Record<keyof typeof TAGS_EN, string>> = {
  'tagList.count': '{count, plural, one {# etiqueta} other {# etiquetas}}',
  'tagList.deleted': 'Etiqueta eliminada: {label}',
  'tagList.empty': 'Aún no hay etiquetas',
  'tagList.emptyHint': 'Añade etiquetas a un artículo desde su tarjeta o mientras lo lees.',
  'tagList.filter': 'Filtrar etiquetas',
  'tagList.lead': 'Para unir dos etiquetas, dale a una el nombre de la otra.',
  'tagList.newName': 'Nombre nuevo',
  'tagList.nothing': 'Ninguna etiqueta coincide',
  'tagList.refused': 'Introduce una sola etiqueta, sin comas.',
  'tagList.rename': 'Renombrar',
  'tagList.renamed': 'Etiqueta renombrada: {label}',
  'tagList.title': 'Etiquetas',
  'tagList.untagged': 'Artículos sin etiquetas',
}
