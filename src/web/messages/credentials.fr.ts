/** The French of `credentials.en.ts`. */
export const CREDENTIALS_FR = {
  'credentials.add': 'Ajouter un identifiant',
  'credentials.cancel': 'Ne rien changer',
  'credentials.change': 'Modifier',
  'credentials.changeTitle': 'Modifier l’identifiant pour {host}',
  'credentials.deleteCredential': 'Supprimer',
  'credentials.deleted': 'L’identifiant a été supprimé.',
  'credentials.empty': 'Aucun identifiant pour l’instant.',
  'credentials.errors.host': 'un nom comme example.com ou .example.com, pour 100 sites au plus',
  'credentials.errors.password': 'nécessaire ; 1 024 caractères au plus, sans caractère de contrôle',
  'credentials.errors.username': 'nécessaire ; 255 caractères au plus, sans deux-points ni caractère de contrôle',
  'credentials.host': 'Adresse du site',
  'credentials.hostHint':
    'Comme www.example.com. Avec un point devant, .example.com, pour tous ses sous-domaines aussi.',
  'credentials.lead':
    'Si vous avez un compte sur un site, ses articles peuvent être récupérés avec lui. Un identifiant est gardé chiffré et n’est envoyé qu’à son site.',
  'credentials.otherKey': 'scellé avec une autre clé, voir DOGEAR_SECRET',
  'credentials.password': 'Mot de passe',
  'credentials.passwordHint': 'Il n’est plus jamais affiché.',
  'credentials.passwordKept': 'Laissez vide pour garder celui qui est enregistré.',
  'credentials.save': 'Enregistrer',
  'credentials.saved': 'L’identifiant est enregistré. Il compte dès la prochaine récupération.',
  'credentials.sites': 'Adresses',
  'credentials.title': 'Accès aux sites',
  'credentials.username': 'Nom sur le site',
  'failure.login_refused.next':
    'Vérifiez le nom et le mot de passe sous « Accès aux sites » dans les réglages, puis récupérez à nouveau.',
  'failure.login_refused.reason': 'Le site a refusé votre identifiant.',
} as const
