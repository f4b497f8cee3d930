import type { SAVING_EN } from '../en/saving.ts'

/** The German version of `en/saving.ts`. */
export const SAVING_DE: Readonly<Record<keyof typeof SAVING_EN, string>> = {
  'saving.appText':
    'Installiere Dogear über das Menü deines Browsers („App installieren“ oder „Zum Startbildschirm hinzufügen“). Unter Android kannst du Seiten dann aus anderen Apps mit Dogear teilen.',
  'saving.appTitle': 'Aus anderen Apps',
  'saving.bookmarkCode': 'Lesezeichen von Hand erstellen',
  'saving.bookmarkLead':
    'Zieh dies in deine Lesezeichenleiste. Klick es auf einer beliebigen Seite an, um sie zu speichern.',
  'saving.bookmarkTitle': 'Aus jedem Browser',
  'saving.bookmarkTouchLead':
    'Auf dem Telefon teilst du eine Seite am schnellsten mit der installierten App. Du kannst auch ein Lesezeichen verwenden: Kopiere diesen Code, setz ein Lesezeichen auf eine beliebige Seite und ersetze dessen Adresse durch den Code. Wähle das Lesezeichen auf einer Seite aus, um sie zu speichern.',
  'saving.done': 'Gespeichert: {title}',
  'saving.doneBefore': 'Bereits gespeichert: {title}',
  'saving.file': 'Datei',
  'saving.fileBefore': 'Du hast diese Datei bereits gespeichert.',
  'saving.fileEmpty': 'In der Datei wurde kein lesbarer Text gefunden. Gescannte Seiten enthalten nur Bilder.',
  'saving.fileHint': 'EPUB, PDF, Word (DOCX), OpenDocument (ODT), RTF oder E-Mail (EML), höchstens {size} MB.',
  'saving.fileLead':
    'Lade ein Buch, ein Dokument oder eine E-Mail hoch. Dogear speichert Text und Bilder als Artikel. Anhänge und die Datei selbst werden nicht aufbewahrt.',
  'saving.fileMissing': 'Wähle eine Datei aus, die nicht leer ist.',
  'saving.fileSubmit': 'Datei speichern',
  'saving.fileTitle': 'Aus einer Datei',
  'saving.fileTooLarge': 'Die Datei ist größer als {size} MB.',
  'saving.fileUnknown': 'Das ist keine EPUB-, PDF-, DOCX-, ODT-, RTF- oder EML-Datei.',
  'saving.fileUnread': 'Die Datei ist zu groß oder zu komplex, um verarbeitet zu werden.',
  'saving.keyText':
    'Halte dieses Lesezeichen geheim: Sein Schlüssel speichert Seiten ohne Rückfrage. Eine Seite, auf der du es verwendest, könnte den Schlüssel lesen und andere Seiten speichern, mehr aber nicht. Wenn du einen neuen Schlüssel erstellst, fragen alte Lesezeichen vor dem Speichern nach.',
  'saving.lead': 'Speichere Seiten aus dem Browser und aus anderen Apps.',
  'saving.oldBookmark': 'Ersetze dein altes Lesezeichen durch dieses, um Seiten ohne Rückfrage zu speichern.',
  'saving.renew': 'Neuen Schlüssel erstellen',
  'saving.renewed':
    'Neuer Schlüssel erstellt. Ersetze dein altes Lesezeichen und kopiere die neue Adresse in jede App, die die alte verwendet.',
  'settings.places.saving': 'Speichern',
  'saving.addressLead':
    'Gib diese Adresse in Feedreadern und anderen Apps ein, die eigene Teilen-Schaltflächen unterstützen. „{placeholder}“ steht für die Adresse der Seite. Manche Apps verwenden einen anderen Platzhalter.',
  'saving.addressText':
    'Wer diese Adresse kennt, kann Seiten in deinem Konto speichern, aber nichts ansehen oder ändern. Ein neuer Schlüssel ersetzt die alte Adresse sofort.',
  'saving.addressTitle': 'Über Teilen-Schaltflächen',
  'saving.again': 'Deine Artikel öffnen',
  'saving.keyRefused':
    'Dieser Link zum Speichern ist nicht mehr gültig. Kopiere den aktuellen unter Einstellungen → Speichern.',
  'saving.savedBeforeTitle': 'Bereits gespeichert',
  'saving.savedTitle': 'Gespeichert',
}
