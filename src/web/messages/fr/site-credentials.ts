/** The French version of `en/site-credentials.ts`. */
export const CREDENTIALS_FR = {
  'credentials.add': 'Ajouter un accès',
  'credentials.cancel': 'Annuler',
  'credentials.change': 'Modifier',
  'credentials.changeTitle': 'Modifier l’accès à {host}',
  'credentials.deleteCredential': 'Supprimer',
  'credentials.deleted': 'Accès supprimé',
  'credentials.empty': 'Aucun accès pour l’instant.',
  'credentials.errors.full': 'Vous pouvez enregistrer des accès pour {count} sites au plus. Supprimez-en d’abord un.',
  'credentials.errors.host': 'Saisissez un site comme example.com ou .example.com.',
  'credentials.errors.password': 'Saisissez un mot de passe de 1 024 caractères au plus, sans caractère de contrôle.',
  'credentials.errors.username':
    'Saisissez un nom d’utilisateur de 255 caractères au plus, sans deux-points ni caractère de contrôle.',
  'credentials.host': 'Site',
  'credentials.hostHint':
    'Par exemple www.example.com. Pour inclure tous les sous-domaines, commencez par un point : .example.com.',
  'credentials.lead':
    'Dogear se connecte à ces sites pour récupérer des articles pour vous. Les identifiants sont chiffrés et envoyés uniquement au site concerné.',
  'credentials.otherKey': 'chiffré avec une autre clé ; voir DOGEAR_SECRET',
  'credentials.password': 'Mot de passe',
  'credentials.passwordHint': 'Il ne sera plus affiché.',
  'credentials.passwordKept': 'Laissez vide pour conserver le mot de passe actuel.',
  'credentials.save': 'Enregistrer',
  'credentials.saved': 'Accès enregistré. Il servira dès la prochaine récupération d’une page de ce site.',
  'credentials.sites': 'Sites',
  'credentials.title': 'Accès aux sites',
  'credentials.username': 'Nom d’utilisateur sur le site',
  'failure.login_refused.next':
    'Vérifiez le nom d’utilisateur et le mot de passe sous « Accès aux sites » dans les réglages, puis récupérez la page à nouveau.',
  'failure.login_refused.reason': 'Le site a refusé vos identifiants.',
} as const
