import type { Settings } from '../../config/settings.ts'

/** The part of an address that each interface for apps adds to that of the server. */
const PATHS = {
  wallabag: '',
  greader: '/api/greader.php',
  fever: '/fever/',
  miniflux: '/miniflux',
  linkding: '/linkding',
  readeck: '/readeck',
  kosync: '/kosync',
  opds: '/opds',
  kobo: '/kobo',
  capture: '/api/capture',
  mcp: '/mcp',
  save: '/save',
} as const

/** The interfaces that apps use. */
export type AppInterface = keyof typeof PATHS

/** The settings that turn interfaces off. The other interfaces are always on. */
const SETTINGS = {
  greader: 'DOGEAR_GREADER',
  fever: 'DOGEAR_FEVER',
  miniflux: 'DOGEAR_MINIFLUX',
  linkding: 'DOGEAR_LINKDING',
  readeck: 'DOGEAR_READECK',
  kosync: 'DOGEAR_KOSYNC',
  opds: 'DOGEAR_OPDS',
  kobo: 'DOGEAR_KOBO',
  mcp: 'DOGEAR_MCP',
  save: 'DOGEAR_SAVERS',
} as const satisfies Partial<Record<AppInterface, keyof Settings>>

/** @returns the interfaces that are on */
export function openInterfaces(settings: Settings): ReadonlySet<AppInterface> {
  const names = Object.keys(PATHS) as AppInterface[]
  return new Set(names.filter((name) => !(name in SETTINGS) || settings[SETTINGS[name as keyof typeof SETTINGS]]))
}

/** @returns the address that users enter in an app */
export function addressOf(name: AppInterface, baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '') + PATHS[name]
}
