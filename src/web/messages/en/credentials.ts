/** Texts of the page with a user's logins for sites. */
export const CREDENTIALS_EN = {
  'credentials.add': 'Add a login',
  'credentials.cancel': 'Cancel',
  'credentials.change': 'Edit',
  'credentials.changeTitle': 'Edit login for {host}',
  'credentials.deleteCredential': 'Delete',
  'credentials.deleted': 'Login deleted.',
  'credentials.empty': 'No logins yet.',
  'credentials.errors.host': 'Enter a site such as example.com or .example.com (100 sites at most).',
  'credentials.errors.password': 'Enter a password of at most 1,024 characters, without control characters.',
  'credentials.errors.username': 'Enter a username of at most 255 characters, without colons or control characters.',
  'credentials.host': 'Site',
  'credentials.hostHint': 'For example, www.example.com. To include all subdomains, start with a dot: .example.com.',
  'credentials.lead':
    'Dogear signs in to these sites to fetch articles for you. Logins are encrypted, and each is sent only to its own site.',
  'credentials.otherKey': 'encrypted with a different key; see DOGEAR_SECRET',
  'credentials.password': 'Password',
  'credentials.passwordHint': 'It won’t be shown again.',
  'credentials.passwordKept': 'Leave empty to keep the current password.',
  'credentials.save': 'Save',
  'credentials.saved': 'Login saved. It will be used from the next fetch on.',
  'credentials.sites': 'Sites',
  'credentials.title': 'Site logins',
  'credentials.username': 'Username on the site',
  'failure.login_refused.next':
    'Check the username and password under “Site logins” in Settings, then fetch the page again.',
  'failure.login_refused.reason': 'The site rejected your login.',
} as const
