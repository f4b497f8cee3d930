import type { ANNOTATIONS_EN } from './annotations.en.ts'

export const ANNOTATIONS_FR: Readonly<Record<keyof typeof ANNOTATIONS_EN, string>> = {
  'annotations.addNote': 'Ajouter une note',
  'annotations.count': '{count, plural, one {# passage annoté} other {# passages annotés}}',
  'annotations.delete': 'Supprimer',
  'annotations.deleted': 'Annotation supprimée.',
  'annotations.editNote': 'Modifier la note',
  'annotations.empty':
    'Sélectionnez quelques mots en lisant, puis choisissez Surligner ou Annoter. Ils sont réunis ici.',
  'annotations.emptyTitle': 'Rien d’annoté pour l’instant',
  'annotations.highlight': 'Surligner',
  'annotations.lost': 'Ces mots ne sont plus dans le texte :',
  'annotations.newer': 'Plus récentes',
  'annotations.note': 'Annoter',
  'annotations.ofEntry': '{count, plural, one {Votre annotation} other {Vos # annotations}}',
  'annotations.older': 'Plus anciennes',
  'annotations.pages': 'Pages',
  'annotations.place': '{page, number} sur {pages, number}',
  'annotations.readNote': 'Lire la note',
  'annotations.save': 'Enregistrer',
  'annotations.title': 'Vos annotations',
  'annotations.toHighlight': 'Vers ce passage',
  'annotations.toolbar': 'Annoter les mots sélectionnés',
  'annotations.undo': 'Annuler',
}
