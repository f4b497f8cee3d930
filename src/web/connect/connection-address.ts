/**
 * @param baseUrl public address of this server
 * @returns an address that contains the server and the username. The wallabag app for Android reads it from a link or a
 *   QR code (ConnectionWizardActivity of wallabag/android-app). The app splits it at "@" and ":", so a username with one
 *   of these is left out, and the user enters it in the app.
 */
export function connectionAddress(username: string, baseUrl: string): string {
  return `wallabag://${/[@:]/.test(username) ? '' : username}@${baseUrl}`
}
