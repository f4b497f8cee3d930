/** What is said about saving from other pages and other apps. */
export const SAVING_EN = {
  'offline.sharedAgain': 'Try again',
  'offline.sharedLead':
    'The page is not saved yet, because there is no way to your server just now. Its address waits here: try again once you are connected.',
  'offline.sharedTitle': 'Not saved yet',
  'saving.appText':
    'Install Dogear from the menu of your browser (“Install app” or “Add to Home screen”). On Android it then stands among the apps that you can share a page with, and saves it at once.',
  'saving.appTitle': 'From other apps',
  'saving.bookmarkCode': 'Make the bookmark by hand',
  'saving.bookmarkLead': 'Drag this to your bookmarks bar. One click on it saves the page that you are looking at.',
  'saving.bookmarkTitle': 'From any browser',
  'saving.bookmarkTouchLead':
    'The quickest way on a phone is to share a page with the installed app, below. In a browser, a bookmark does it too: copy this code, bookmark any page, and put the code in place of the address of that bookmark. Choose it on a page to save that page.',
  'saving.done': 'Saved: {title}',
  'saving.doneBefore': 'You have this one already: {title}',
  'saving.keyText':
    'The bookmark is yours alone: it holds a key that saves without asking. A page that you use it on could read the key and have further pages saved, and nothing else. With a new key, old bookmarks ask before they save.',
  'saving.lead': 'Ways to save a page without coming here first.',
  'saving.oldBookmark': 'With this in place of your old bookmark, pages are saved without a press.',
  'saving.renew': 'Make a new key',
  'saving.renewed': 'Your bookmark has a new key. Put it in place of the old one.',
  'settings.places.saving': 'Saving',
} as const
