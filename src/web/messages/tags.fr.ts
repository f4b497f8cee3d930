import type { TAGS_EN } from './tags.en.ts'

/** Ce que dit la page des étiquettes. */
export const TAGS_FR: Readonly<Record<keyof typeof TAGS_EN, string>> = {
  'tagList.count': '{count, plural, one {# étiquette} other {# étiquettes}}',
  'tagList.deleted': 'Étiquette supprimée : {label}',
  'tagList.empty': 'Aucune étiquette',
  'tagList.emptyHint':
    'Étiquetez un article depuis sa carte ou pendant la lecture. Ses étiquettes apparaissent alors ici avec leur nombre.',
  'tagList.lead': 'Une étiquette qui reçoit le nom d’une autre ne fait plus qu’une avec elle.',
  'tagList.newName': 'Nouveau nom',
  'tagList.refused': 'Indiquez une seule étiquette, sans virgule.',
  'tagList.rename': 'Renommer',
  'tagList.renamed': 'Ces articles portent maintenant l’étiquette : {label}',
  'tagList.title': 'Étiquettes',
  'tagList.untagged': 'Articles sans étiquette',
}
