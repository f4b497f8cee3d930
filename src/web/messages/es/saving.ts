import type { SAVING_EN } from '../en/saving.ts'

/** The Spanish version of `en/saving.ts`. */
export const SAVING_ES: Readonly<Record<keyof typeof SAVING_EN, string>> = {
  'saving.appText':
    'Instala Dogear desde el menú de tu navegador («Instalar aplicación» o «Añadir a pantalla de inicio»). En Android podrás compartir páginas de otras aplicaciones con Dogear.',
  'saving.appTitle': 'Desde otras aplicaciones',
  'saving.bookmarkCode': 'Crear el marcador a mano',
  'saving.bookmarkLead': 'Arrastra esto a la barra de marcadores. Haz clic en él en cualquier página para guardarla.',
  'saving.bookmarkTitle': 'Desde cualquier navegador',
  'saving.bookmarkTouchLead':
    'En el teléfono, lo más rápido es compartir una página con la aplicación instalada. También puedes usar un marcador: copia este código, añade cualquier página a marcadores y sustituye la dirección del marcador por el código. Elige el marcador en una página para guardarla.',
  'saving.done': 'Página guardada: {title}',
  'saving.doneBefore': 'Ya estaba guardada: {title}',
  'saving.file': 'Archivo',
  'saving.fileBefore': 'Ya habías guardado este archivo.',
  'saving.fileEmpty': 'No se encontró texto legible en el archivo. Las páginas escaneadas solo contienen imágenes.',
  'saving.fileHint': 'EPUB, PDF, Word (DOCX), OpenDocument (ODT), RTF o correo (EML), hasta {size} MB.',
  'saving.fileLead':
    'Sube un libro, un documento o un correo. Dogear guarda su texto y sus imágenes como artículo. No conserva los adjuntos ni el archivo.',
  'saving.fileMissing': 'Elige un archivo que no esté vacío.',
  'saving.fileSubmit': 'Guardar archivo',
  'saving.fileTitle': 'Desde un archivo',
  'saving.fileTooLarge': 'El archivo supera los {size} MB.',
  'saving.fileUnknown': 'No es un archivo EPUB, PDF, DOCX, ODT, RTF ni EML.',
  'saving.fileUnread': 'El archivo es demasiado grande o complejo para procesarlo.',
  'saving.keyText':
    'No compartas este marcador: su clave guarda páginas sin pedir confirmación. Una página en la que lo uses podría leer la clave y guardar otras páginas, pero nada más. Cuando crees una clave nueva, los marcadores antiguos preguntarán antes de guardar.',
  'saving.lead': 'Guarda páginas desde tu navegador y desde otras aplicaciones.',
  'saving.oldBookmark': 'Sustituye tu marcador antiguo por este para guardar páginas sin confirmación.',
  'saving.renew': 'Crear una clave nueva',
  'saving.renewed':
    'Clave nueva creada. Sustituye tu marcador y copia la nueva dirección en las aplicaciones que usan la anterior.',
  'settings.places.saving': 'Guardar páginas',
  'saving.addressLead':
    'Introduce esta dirección en lectores de feeds y otras aplicaciones que admitan botones de compartir personalizados. «{placeholder}» representa la dirección de la página. Algunas aplicaciones usan otro marcador.',
  'saving.addressText':
    'Quien tenga esta dirección puede guardar páginas en tu cuenta, pero no ver ni cambiar nada. Una clave nueva sustituye de inmediato la dirección anterior.',
  'saving.addressTitle': 'Desde botones de compartir',
  'saving.again': 'Abrir tus artículos',
  'saving.keyRefused': 'Este enlace para guardar ya no es válido. Copia el actual en Ajustes → Guardar páginas.',
  'saving.savedBeforeTitle': 'Ya estaba guardada',
  'saving.savedTitle': 'Página guardada',
}
