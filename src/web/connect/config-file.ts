import type { AppValues } from './app-values.ts'

/**
 * A text that users copy in one piece: a command, lines of a file, a part of a configuration, a whole file, or the start of an
 * address.
 */
export interface ConfigFile {
  readonly kind: 'command' | 'lines' | 'part' | 'file' | 'address' | 'catalog'
  /** path of the file; empty if it is none */
  readonly path: string
  readonly text: (values: AppValues) => string
}

/** @returns the text as a string of Lua, and of newsboat's configuration */
const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** The settings of the wallabag plugin of KOReader (plugins/wallabag.koplugin/main.lua). */
export const KOREADER_FILE: ConfigFile = {
  kind: 'file',
  path: 'koreader/settings/wallabag.lua',
  text: ({ address, clientId, clientSecret, username, key }) =>
    [
      'return {',
      '    ["wallabag"] = {',
      `        ["server_url"] = ${quote(address)},`,
      `        ["client_id"] = ${quote(clientId)},`,
      `        ["client_secret"] = ${quote(clientSecret)},`,
      `        ["username"] = ${quote(username)},`,
      `        ["password"] = ${quote(key)},`,
      '    },',
      '}',
    ].join('\n'),
}

/** The settings of newsboat; version 2.21 knows only a username and a password. */
export const NEWSBOAT_FILE: ConfigFile = {
  kind: 'lines',
  path: '~/.newsboat/config',
  text: ({ address, username, key }) =>
    [
      'urls-source "miniflux"',
      `miniflux-url ${quote(address)}`,
      `miniflux-login ${quote(username)}`,
      `miniflux-password ${quote(key)}`,
    ].join('\n'),
}

/** A command that saves a page. */
export const CURL_COMMAND: ConfigFile = {
  kind: 'command',
  path: '',
  text: ({ address, key }) =>
    `curl ${address} -H 'Authorization: Bearer ${key}' --data-urlencode url=https://example.com/`,
}

/** The address that saves a page when it is opened. The key in it can only save. */
export const SAVING_ADDRESS: ConfigFile = {
  kind: 'address',
  path: '',
  text: ({ address, key }) => `${address}?key=${key}&url=`,
}

/** The entry for a server in the configuration of an assistant, as most of them write it. */
export const MCP_CONFIGURATION: ConfigFile = {
  kind: 'part',
  path: '',
  text: ({ address, key }) =>
    JSON.stringify({ mcpServers: { dogear: { url: address, headers: { Authorization: `Bearer ${key}` } } } }, null, 2),
}

/** The address of the catalog with the key in it, for book readers that ask for no password. */
export const CATALOG_ADDRESS: ConfigFile = {
  kind: 'catalog',
  path: '',
  text: ({ address, key }) => `${address}/t/${key}`,
}
