import type { ANNOTATIONS_EN } from '../en/annotations.ts'

/** The Italian version of `en/annotations.ts`. */
export const ANNOTATIONS_IT: Readonly<Record<keyof typeof ANNOTATIONS_EN, string>> = {
  'annotations.addNote': 'Aggiungi una nota',
  'annotations.count': '{count, plural, one {# annotazione} other {# annotazioni}}',
  'annotations.delete': 'Elimina',
  'annotations.deleted': 'Annotazione eliminata.',
  'annotations.draft': 'Bozza non salvata',
  'annotations.editNote': 'Modifica la nota',
  'annotations.empty': 'Seleziona del testo durante la lettura, poi scegli «Evidenzia» o «Nota».',
  'annotations.emptyTitle': 'Ancora nessuna annotazione',
  'annotations.highlight': 'Evidenzia',
  'annotations.kept': 'Impossibile salvare la nota. Resta come bozza in questo browser.',
  'annotations.lost': 'Questo passaggio non è più nel testo:',
  'annotations.newer': 'Più recenti',
  'annotations.note': 'Nota',
  'annotations.ofEntry': '{count, plural, one {La tua annotazione} other {Le tue # annotazioni}}',
  'annotations.older': 'Meno recenti',
  'annotations.pages': 'Pagine',
  'annotations.place': '{page, number} di {pages, number}',
  'annotations.readNote': 'Leggi la nota',
  'annotations.save': 'Salva',
  'annotations.title': 'Annotazioni',
  'annotations.toHighlight': 'Vai all’evidenziazione',
  'annotations.toolbar': 'Annota la selezione',
  'annotations.undo': 'Annulla azione',
}
