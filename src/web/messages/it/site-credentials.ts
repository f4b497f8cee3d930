import type { CREDENTIALS_EN } from '../en/site-credentials.ts'

/** The Italian version of `en/site-credentials.ts`. */
export const CREDENTIALS_IT: Readonly<Record<keyof typeof CREDENTIALS_EN, string>> = {
  'credentials.add': 'Aggiungi un accesso',
  'credentials.cancel': 'Annulla',
  'credentials.change': 'Modifica',
  'credentials.changeTitle': 'Modifica l’accesso a {host}',
  'credentials.deleteCredential': 'Elimina',
  'credentials.deleted': 'Accesso eliminato',
  'credentials.empty': 'Ancora nessun accesso.',
  'credentials.errors.full': 'Puoi salvare gli accessi a {count} siti al massimo. Prima eliminane uno.',
  'credentials.errors.host': 'Inserisci un sito come example.com o .example.com.',
  'credentials.errors.password': 'Inserisci una password di al massimo 1024 caratteri, senza caratteri di controllo.',
  'credentials.errors.username':
    'Inserisci un nome utente di al massimo 255 caratteri, senza due punti né caratteri di controllo.',
  'credentials.host': 'Sito',
  'credentials.hostHint':
    'Per esempio, www.example.com. Per includere tutti i sottodomini, inizia con un punto: .example.com.',
  'credentials.lead':
    'Dogear accede a questi siti per recuperare gli articoli per te. Gli accessi sono cifrati e inviati solo al rispettivo sito.',
  'credentials.otherKey': 'cifrato con un’altra chiave; vedi DOGEAR_SECRET',
  'credentials.password': 'Password',
  'credentials.passwordHint': 'Non verrà mostrata di nuovo.',
  'credentials.passwordKept': 'Lascia vuoto per mantenere la password attuale.',
  'credentials.save': 'Salva',
  'credentials.saved': 'Accesso salvato. Verrà usato al prossimo recupero di una pagina di questo sito.',
  'credentials.sites': 'Siti',
  'credentials.title': 'Accessi ai siti',
  'credentials.username': 'Nome utente sul sito',
  'failure.login_refused.next':
    'Controlla nome utente e password in «Accessi ai siti» nelle Impostazioni, poi recupera di nuovo la pagina.',
  'failure.login_refused.reason': 'Il sito ha rifiutato il tuo accesso.',
}
