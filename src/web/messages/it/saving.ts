import type { SAVING_EN } from '../en/saving.ts'

/** The Italian version of `en/saving.ts`. */
export const SAVING_IT: Readonly<Record<keyof typeof SAVING_EN, string>> = {
  'saving.appText':
    'Installa Dogear dal menu del browser («Installa app» o «Aggiungi alla schermata Home»). Su Android potrai poi condividere con Dogear le pagine da altre app.',
  'saving.appTitle': 'Da altre app',
  'saving.bookmarkCode': 'Crea il segnalibro a mano',
  'saving.bookmarkLead':
    'Trascina questo pulsante nella barra dei segnalibri. Fai clic sul segnalibro in qualsiasi pagina per salvarla.',
  'saving.bookmarkTitle': 'Da qualsiasi browser',
  'saving.bookmarkTouchLead':
    'Sul telefono, il modo più rapido è condividere una pagina con l’app installata. Puoi anche usare un segnalibro: copia questo codice, aggiungi una pagina qualsiasi ai segnalibri e sostituisci l’indirizzo del segnalibro con il codice. Scegli il segnalibro su una pagina per salvarla.',
  'saving.done': 'Pagina salvata: {title}',
  'saving.doneBefore': 'Già salvata: {title}',
  'saving.file': 'File',
  'saving.fileBefore': 'Hai già salvato questo file.',
  'saving.fileEmpty': 'Nel file non è stato trovato testo leggibile. Le pagine scansionate contengono solo immagini.',
  'saving.fileHint': 'EPUB, PDF, Word (DOCX), OpenDocument (ODT), RTF o email (EML), fino a {size} MB.',
  'saving.fileLead':
    'Carica un libro, un documento o un’email. Dogear ne salva testo e immagini come articolo. Gli allegati e il file non vengono conservati.',
  'saving.fileMissing': 'Scegli un file che non sia vuoto.',
  'saving.fileSubmit': 'Salva file',
  'saving.fileTitle': 'Da un file',
  'saving.fileTooLarge': 'Il file supera i {size} MB.',
  'saving.fileUnknown': 'Non è un file EPUB, PDF, DOCX, ODT, RTF o EML.',
  'saving.fileUnread': 'Il file è troppo grande o troppo complesso per essere elaborato.',
  'saving.keyText':
    'Non condividere questo segnalibro: la sua chiave salva pagine senza chiedere conferma. Una pagina su cui lo usi potrebbe leggere la chiave e salvare altre pagine, ma niente di più. Dopo che avrai creato una nuova chiave, i vecchi segnalibri chiederanno conferma prima di salvare.',
  'saving.lead': 'Salva pagine dal browser e da altre app.',
  'saving.oldBookmark': 'Sostituisci il vecchio segnalibro con questo per salvare pagine senza conferma.',
  'saving.renew': 'Crea una nuova chiave',
  'saving.renewed':
    'Nuova chiave creata. Sostituisci il vecchio segnalibro e copia il nuovo indirizzo nelle app che usano quello vecchio.',
  'settings.places.saving': 'Salvataggio',
  'saving.addressLead':
    'Inserisci questo indirizzo nei lettori di feed e nelle altre app che accettano pulsanti di condivisione personalizzati. «{placeholder}» sta per l’indirizzo della pagina. Alcune app usano un altro segnaposto.',
  'saving.addressText':
    'Chi ha questo indirizzo può salvare pagine nel tuo account, ma non vedere né modificare nulla. Una nuova chiave sostituisce subito il vecchio indirizzo.',
  'saving.addressTitle': 'Dai pulsanti di condivisione',
  'saving.again': 'Apri i tuoi articoli',
  'saving.keyRefused':
    'Questo indirizzo di salvataggio non è più valido. Copia quello attuale in Impostazioni → Salvataggio.',
  'saving.savedBeforeTitle': 'Pagina già salvata',
  'saving.savedTitle': 'Pagina salvata',
}
