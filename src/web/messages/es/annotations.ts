import type { ANNOTATIONS_EN } from '../en/annotations.ts'

/** The Spanish version of `en/annotations.ts`. */
export const ANNOTATIONS_ES: Readonly<Record<keyof typeof ANNOTATIONS_EN, string>> = {
  'annotations.addNote': 'Añadir una nota',
  'annotations.count': '{count, plural, one {# anotación} other {# anotaciones}}',
  'annotations.delete': 'Eliminar',
  'annotations.deleted': 'Anotación eliminada.',
  'annotations.draft': 'Borrador sin guardar',
  'annotations.editNote': 'Editar la nota',
  'annotations.empty': 'Selecciona texto mientras lees y elige «Subrayar» o «Nota».',
  'annotations.emptyTitle': 'Aún no hay anotaciones',
  'annotations.highlight': 'Subrayar',
  'annotations.kept': 'No se pudo guardar la nota. Queda como borrador en este navegador.',
  'annotations.lost': 'Este pasaje ya no está en el texto:',
  'annotations.newer': 'Más recientes',
  'annotations.note': 'Nota',
  'annotations.ofEntry': '{count, plural, one {Tu anotación} other {Tus # anotaciones}}',
  'annotations.older': 'Más antiguas',
  'annotations.pages': 'Páginas',
  'annotations.place': '{page, number} de {pages, number}',
  'annotations.readNote': 'Leer la nota',
  'annotations.save': 'Guardar',
  'annotations.title': 'Anotaciones',
  'annotations.toHighlight': 'Ir al subrayado',
  'annotations.toolbar': 'Anotar la selección',
  'annotations.undo': 'Deshacer',
}
