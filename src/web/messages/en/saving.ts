/** Texts about saving from other sites and apps: those of the settings page, and the confirmations. */
export const SAVING_EN = {
  'saving.appText':
    'Install Dogear from your browser’s menu (“Install app” or “Add to Home screen”). On Android, you can then share pages from other apps to Dogear.',
  'saving.appTitle': 'From other apps',
  'saving.addressLead':
    'Enter this address in feed readers and other apps that support custom share buttons. “{placeholder}” stands for the address of the page. Some apps use a different placeholder.',
  'saving.addressText':
    'Anyone with this address can save pages to your account, but can’t see or change anything else. If you create a new key, the old address stops working immediately.',
  'saving.addressTitle': 'From share buttons',
  'saving.again': 'Open your entries',
  'saving.bookmarkCode': 'Create the bookmark manually',
  'saving.bookmarkLead': 'Drag this to your bookmarks bar. Click it on any page to save that page.',
  'saving.bookmarkTitle': 'From any browser',
  'saving.bookmarkTouchLead':
    'On a phone, the quickest way is to share a page with the installed app. You can also use a bookmark: copy this code, bookmark any page, and replace the bookmark’s address with the code. Then, on any page, open the bookmark to save that page.',
  'saving.done': 'Saved: {title}',
  'saving.doneBefore': 'Already saved: {title}',
  'saving.file': 'File',
  'saving.fileBefore': 'You’ve already saved this file.',
  'saving.fileEmpty': 'No readable text was found in the file. Scanned pages contain only images.',
  'saving.fileHint': 'EPUB, PDF, Word (DOCX), OpenDocument (ODT), RTF or email (EML), up to {size} MB.',
  'saving.fileLead':
    'Upload a book, document or email. Dogear saves its text and images as an entry. Attachments and the file itself aren’t kept.',
  'saving.fileMissing': 'Choose a file that isn’t empty.',
  'saving.fileSubmit': 'Save file',
  'saving.fileTitle': 'From a file',
  'saving.fileTooLarge': 'The file is larger than {size} MB.',
  'saving.fileUnknown': 'This isn’t an EPUB, PDF, DOCX, ODT, RTF or EML file.',
  'saving.fileUnread': 'The file is too large or too complex to process.',
  'saving.keyText':
    'Keep this bookmark private: it contains a key that saves pages without confirmation. A page you use it on could read the key and save other pages with it, but nothing else. If you create a new key, old bookmarks will ask before saving.',
  'saving.keyRefused': 'This link for saving pages is no longer valid. Copy the current one under Settings → Saving.',
  'saving.lead': 'Save pages from your browser and other apps.',
  'saving.oldBookmark': 'Replace your old bookmark with this one to save pages without confirmation.',
  'saving.renew': 'Create a new key',
  'saving.renewed':
    'New key created. Replace your old bookmark, and enter the new address in every app that uses the old address.',
  'saving.savedBeforeTitle': 'Already saved',
  'saving.savedTitle': 'Saved',
  'settings.places.saving': 'Saving',
} as const
