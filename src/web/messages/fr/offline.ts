import type { OFFLINE_EN } from '../en/offline.ts'

/** The French version of `en/offline.ts`. */
export const OFFLINE_FR: Readonly<Record<keyof typeof OFFLINE_EN, string>> = {
  'offline.banner': 'Vous êtes hors ligne. Les modifications seront envoyées à votre retour en ligne.',
  'offline.needsNetwork': 'Une connexion est nécessaire. Réessayez une fois en ligne.',
  'offline.notKept': 'Cet article n’est pas sur cet appareil. Rouvrez-le une fois en ligne.',
  'offline.notKeptTitle': 'Non disponible hors ligne',
  'outbox.discard': 'Abandonner',
  'outbox.discarded': 'Modification abandonnée',
  'outbox.dismiss': 'Masquer',
  'outbox.empty': 'Aucune modification en attente',
  'outbox.emptyHint': 'Les modifications faites hors ligne apparaissent ici jusqu’à leur envoi.',
  'outbox.kinds.save': 'Enregistré',
  'outbox.kinds.title': 'Titre modifié',
  'outbox.kinds.undo': 'Annulé',
  'outbox.lead': 'Ces modifications ont été faites hors ligne et seront envoyées dans cet ordre une fois en ligne.',
  'outbox.lost': 'Une modification plus récente d’un autre appareil a été conservée.',
  'outbox.problems': 'Non appliquées',
  'outbox.problemsOne': '# modification non appliquée',
  'outbox.problemsOther': '# modifications non appliquées',
  'outbox.reasons.deleted': 'L’élément a été supprimé sur un autre appareil.',
  'outbox.reasons.other': 'Le serveur ne l’a pas accepté.',
  'outbox.send': 'Envoyer maintenant',
  'outbox.title': 'Modifications en attente',
  'outbox.waitingOne': '# modification en attente',
  'outbox.waitingOther': '# modifications en attente',
}
