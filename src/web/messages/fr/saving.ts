import type { SAVING_EN } from '../en/saving.ts'

/** The French version of `en/saving.ts`. */
export const SAVING_FR: Readonly<Record<keyof typeof SAVING_EN, string>> = {
  'saving.appText':
    'Installez Dogear depuis le menu de votre navigateur (« Installer l’application » ou « Ajouter à l’écran d’accueil »). Sur Android, vous pourrez ensuite partager des pages vers Dogear depuis d’autres applications.',
  'saving.appTitle': 'Depuis d’autres applications',
  'saving.addressLead':
    'Saisissez cette adresse dans les lecteurs de flux et les autres applications qui acceptent un bouton de partage personnalisé. « {placeholder} » représente l’adresse de la page. Certaines applications utilisent un autre repère.',
  'saving.addressText':
    'Toute personne disposant de cette adresse peut enregistrer des pages dans votre compte, mais ne peut rien y voir ni modifier. Une nouvelle clé remplace aussitôt l’ancienne adresse.',
  'saving.addressTitle': 'Depuis des boutons de partage',
  'saving.again': 'Ouvrir vos articles',
  'saving.bookmarkCode': 'Créer le favori manuellement',
  'saving.bookmarkLead':
    'Glissez ce lien dans votre barre de favoris. Cliquez dessus pour enregistrer la page affichée.',
  'saving.bookmarkTitle': 'Depuis n’importe quel navigateur',
  'saving.bookmarkTouchLead':
    'Sur un téléphone, le plus rapide est de partager la page avec l’application installée. Vous pouvez aussi utiliser un favori : copiez ce code, ajoutez une page à vos favoris, puis remplacez l’adresse du favori par le code. Ouvrez ce favori sur une page pour l’enregistrer.',
  'saving.done': 'Page enregistrée : {title}',
  'saving.doneBefore': 'Déjà enregistrée : {title}',
  'saving.file': 'Fichier',
  'saving.fileBefore': 'Vous avez déjà enregistré ce fichier.',
  'saving.fileEmpty':
    'Aucun texte lisible n’a été trouvé dans le fichier. Les pages numérisées ne contiennent que des images.',
  'saving.fileHint': 'EPUB, PDF, Word (DOCX), OpenDocument (ODT), RTF ou e-mail (EML), {size} Mo au maximum.',
  'saving.fileLead':
    'Envoyez un livre, un document ou un e-mail. Dogear enregistre son texte et ses images comme article. Les pièces jointes et le fichier lui-même ne sont pas conservés.',
  'saving.fileMissing': 'Choisissez un fichier qui n’est pas vide.',
  'saving.fileSubmit': 'Enregistrer le fichier',
  'saving.fileTitle': 'Depuis un fichier',
  'saving.fileTooLarge': 'Le fichier dépasse {size} Mo.',
  'saving.fileUnknown': 'Ce fichier n’est ni un EPUB, ni un PDF, DOCX, ODT, RTF ou EML.',
  'saving.fileUnread': 'Le fichier est trop volumineux ou trop complexe pour être traité.',
  'saving.keyText':
    'Gardez ce favori pour vous : sa clé enregistre des pages sans confirmation. Une page sur laquelle vous l’utilisez pourrait lire la clé et enregistrer d’autres pages, mais rien de plus. Après la création d’une nouvelle clé, les anciens favoris demandent une confirmation.',
  'saving.keyRefused':
    'Ce lien d’enregistrement n’est plus valide. Copiez le lien actuel dans Réglages → Enregistrement.',
  'saving.lead': 'Enregistrez des pages depuis votre navigateur et d’autres applications.',
  'saving.oldBookmark': 'Remplacez votre ancien favori par celui-ci pour enregistrer des pages sans confirmation.',
  'saving.renew': 'Créer une nouvelle clé',
  'saving.renewed':
    'Nouvelle clé créée. Remplacez votre ancien favori et copiez la nouvelle adresse dans les applications qui utilisent l’ancienne.',
  'saving.savedBeforeTitle': 'Page déjà enregistrée',
  'saving.savedTitle': 'Page enregistrée',
  'settings.places.saving': 'Enregistrement',
}
