import type { SAVING_EN } from './saving.en.ts'

/** The same in French. */
export const SAVING_FR: Readonly<Record<keyof typeof SAVING_EN, string>> = {
  'offline.sharedAgain': 'Réessayer',
  'offline.sharedLead':
    'La page n’est pas encore enregistrée, car votre serveur est injoignable en ce moment. Son adresse attend ici : réessayez une fois connecté.',
  'offline.sharedTitle': 'Pas encore enregistrée',
  'saving.appText':
    'Installez Dogear depuis le menu de votre navigateur (« Installer l’application » ou « Ajouter à l’écran d’accueil »). Sur Android, il figure ensuite parmi les applications avec lesquelles partager une page, et l’enregistre aussitôt.',
  'saving.appTitle': 'Depuis d’autres applications',
  'saving.bookmarkCode': 'Créer le favori à la main',
  'saving.bookmarkLead':
    'Glissez ceci dans votre barre de favoris. Un clic dessus enregistre la page que vous regardez.',
  'saving.bookmarkTitle': 'Depuis n’importe quel navigateur',
  'saving.bookmarkTouchLead':
    'Sur un téléphone, le plus rapide est de partager une page avec l’application installée, ci-dessous. Dans un navigateur, un favori suffit aussi : copiez ce code, ajoutez une page quelconque à vos favoris, puis mettez le code à la place de l’adresse de ce favori. Choisissez-le sur une page pour l’enregistrer.',
  'saving.done': 'Enregistré : {title}',
  'saving.doneBefore': 'Vous l’avez déjà : {title}',
  'saving.keyText':
    'Ce favori n’est qu’à vous : il contient une clé qui enregistre sans demander. Une page sur laquelle vous l’utilisez pourrait lire cette clé et faire enregistrer d’autres pages, et rien de plus. Avec une nouvelle clé, les anciens favoris demandent avant d’enregistrer.',
  'saving.lead': 'Des façons d’enregistrer une page sans passer d’abord par ici.',
  'saving.oldBookmark': 'Avec celui-ci à la place de votre ancien favori, les pages s’enregistrent sans confirmation.',
  'saving.renew': 'Créer une nouvelle clé',
  'saving.renewed': 'Votre favori a une nouvelle clé. Mettez-le à la place de l’ancien.',
  'settings.places.saving': 'Enregistrement',
}
