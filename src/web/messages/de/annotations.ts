import type { ANNOTATIONS_EN } from '../en/annotations.ts'

/** The German version of `en/annotations.ts`. */
export const ANNOTATIONS_DE: Readonly<Record<keyof typeof ANNOTATIONS_EN, string>> = {
  'annotations.addNote': 'Notiz hinzufügen',
  'annotations.count': '{count, plural, one {# Anmerkung} other {# Anmerkungen}}',
  'annotations.delete': 'Löschen',
  'annotations.deleted': 'Anmerkung gelöscht.',
  'annotations.draft': 'Entwurf, nicht gespeichert',
  'annotations.editNote': 'Notiz bearbeiten',
  'annotations.empty': 'Markiere beim Lesen eine Textstelle und wähle dann „Markieren“ oder „Notiz“.',
  'annotations.emptyTitle': 'Noch keine Anmerkungen',
  'annotations.highlight': 'Markieren',
  'annotations.kept': 'Die Notiz konnte nicht gespeichert werden. Sie bleibt als Entwurf in diesem Browser.',
  'annotations.lost': 'Diese Stelle steht nicht mehr im Text:',
  'annotations.newer': 'Neuere',
  'annotations.note': 'Notiz',
  'annotations.ofEntry': '{count, plural, one {Deine Anmerkung} other {Deine # Anmerkungen}}',
  'annotations.older': 'Ältere',
  'annotations.pages': 'Seiten',
  'annotations.place': '{page, number} von {pages, number}',
  'annotations.readNote': 'Notiz lesen',
  'annotations.save': 'Speichern',
  'annotations.title': 'Anmerkungen',
  'annotations.toHighlight': 'Zur Markierung',
  'annotations.toolbar': 'Auswahl markieren',
  'annotations.undo': 'Rückgängig',
}
