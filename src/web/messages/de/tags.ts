import type { TAGS_EN } from '../en/tags.ts'

/** The German version of `en/tags.ts`. */
export const TAGS_DE: Readonly<Record<keyof typeof TAGS_EN, string>> = {
  'tagList.count': '{count, plural, one {# Tag} other {# Tags}}',
  'tagList.deleted': 'Tag gelöscht: {label}',
  'tagList.empty': 'Noch keine Tags',
  'tagList.emptyHint': 'Füge einem Artikel Tags auf seiner Karte oder beim Lesen hinzu.',
  'tagList.filter': 'Tags filtern',
  'tagList.lead': 'Um zwei Tags zusammenzuführen, gib dem einen den Namen des anderen.',
  'tagList.newName': 'Neuer Name',
  'tagList.nothing': 'Keine passenden Tags',
  'tagList.refused': 'Gib ein einzelnes Tag ohne Kommas ein.',
  'tagList.rename': 'Umbenennen',
  'tagList.renamed': 'Tag umbenannt: {label}',
  'tagList.title': 'Tags',
  'tagList.untagged': 'Artikel ohne Tags',
}
