import type { CREDENTIALS_EN } from '../en/site-credentials.ts'

/** The Spanish version of `en/site-credentials.ts`. */
export const CREDENTIALS_ES: Readonly<Record<keyof typeof CREDENTIALS_EN, string>> = {
  'credentials.add': 'Añadir un acceso',
  'credentials.cancel': 'Cancelar',
  'credentials.change': 'Editar',
  'credentials.changeTitle': 'Editar el acceso a {host}',
  'credentials.deleteCredential': 'Eliminar',
  'credentials.deleted': 'Acceso eliminado',
  'credentials.empty': 'Aún no hay accesos.',
  'credentials.errors.full': 'Puedes guardar accesos a {count} sitios como máximo. Elimina uno primero.',
  'credentials.errors.host': 'Introduce un sitio como example.com o .example.com.',
  'credentials.errors.password': 'Introduce una contraseña de 1024 caracteres como máximo, sin caracteres de control.',
  'credentials.errors.username':
    'Introduce un nombre de usuario de 255 caracteres como máximo, sin dos puntos ni caracteres de control.',
  'credentials.host': 'Sitio',
  'credentials.hostHint':
    'Por ejemplo, www.example.com. Para incluir todos los subdominios, empieza por un punto: .example.com.',
  'credentials.lead':
    'Dogear inicia sesión en estos sitios para obtener artículos por ti. Los accesos se cifran y solo se envían a su propio sitio.',
  'credentials.otherKey': 'cifrado con otra clave; consulta DOGEAR_SECRET',
  'credentials.password': 'Contraseña',
  'credentials.passwordHint': 'No se volverá a mostrar.',
  'credentials.passwordKept': 'Déjalo vacío para conservar la contraseña actual.',
  'credentials.save': 'Guardar',
  'credentials.saved': 'Acceso guardado. Se usará la próxima vez que se obtenga una página de este sitio.',
  'credentials.sites': 'Sitios',
  'credentials.title': 'Accesos a sitios',
  'credentials.username': 'Nombre de usuario en el sitio',
  'failure.login_refused.next':
    'Revisa el nombre de usuario y la contraseña en «Accesos a sitios», en Ajustes, y obtén la página de nuevo.',
  'failure.login_refused.reason': 'El sitio rechazó tu acceso.',
}
