import type { TAGS_EN } from '../en/tags.ts'

/** The French version of `en/tags.ts`. */
export const TAGS_FR: Readonly<Record<keyof typeof TAGS_EN, string>> = {
  'tagList.count': '{count, plural, one {# étiquette} other {# étiquettes}}',
  'tagList.deleted': 'Étiquette supprimée : {label}',
  'tagList.empty': 'Aucune étiquette',
  'tagList.emptyHint': 'Ajoutez des étiquettes à un article depuis sa carte ou pendant la lecture.',
  'tagList.filter': 'Filtrer les étiquettes',
  'tagList.lead': 'Pour fusionner deux étiquettes, donnez à l’une le nom de l’autre.',
  'tagList.newName': 'Nouveau nom',
  'tagList.nothing': 'Aucune étiquette correspondante',
  'tagList.refused': 'Saisissez une seule étiquette, sans virgule.',
  'tagList.rename': 'Renommer',
  'tagList.renamed': 'Étiquette renommée : {label}',
  'tagList.title': 'Étiquettes',
  'tagList.untagged': 'Articles sans étiquette',
}
