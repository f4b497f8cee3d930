import type { CREDENTIALS_EN } from '../en/site-credentials.ts'

/** The German version of `en/site-credentials.ts`. */
export const CREDENTIALS_DE: Readonly<Record<keyof typeof CREDENTIALS_EN, string>> = {
  'credentials.add': 'Login hinzufügen',
  'credentials.cancel': 'Abbrechen',
  'credentials.change': 'Bearbeiten',
  'credentials.changeTitle': 'Login für {host} bearbeiten',
  'credentials.deleteCredential': 'Löschen',
  'credentials.deleted': 'Login gelöscht',
  'credentials.empty': 'Noch keine Logins.',
  'credentials.errors.full': 'Du kannst Logins für bis zu {count} Websites speichern. Lösche zuerst einen.',
  'credentials.errors.host': 'Gib eine Website wie example.com oder .example.com ein.',
  'credentials.errors.password': 'Gib ein Passwort mit höchstens 1.024 Zeichen und ohne Steuerzeichen ein.',
  'credentials.errors.username':
    'Gib einen Benutzernamen mit höchstens 255 Zeichen und ohne Doppelpunkte oder Steuerzeichen ein.',
  'credentials.host': 'Website',
  'credentials.hostHint':
    'Zum Beispiel www.example.com. Ein Punkt am Anfang schließt alle Subdomains ein: .example.com.',
  'credentials.lead':
    'Dogear meldet sich bei diesen Websites an, um Artikel für dich abzurufen. Logins werden verschlüsselt und nur an die jeweilige Website gesendet.',
  'credentials.otherKey': 'mit einem anderen Schlüssel verschlüsselt; siehe DOGEAR_SECRET',
  'credentials.password': 'Passwort',
  'credentials.passwordHint': 'Es wird nicht noch einmal angezeigt.',
  'credentials.passwordKept': 'Leer lassen, um das aktuelle Passwort zu behalten.',
  'credentials.save': 'Speichern',
  'credentials.saved':
    'Login gespeichert. Er wird verwendet, wenn das nächste Mal eine Seite dieser Website abgerufen wird.',
  'credentials.sites': 'Websites',
  'credentials.title': 'Website-Logins',
  'credentials.username': 'Benutzername auf der Website',
  'failure.login_refused.next':
    'Prüfe Benutzername und Passwort unter „Website-Logins“ in den Einstellungen und ruf die Seite dann erneut ab.',
  'failure.login_refused.reason': 'Die Website hat deinen Login abgelehnt.',
}
