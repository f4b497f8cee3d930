import type { AppScope } from '../../users/passwords/app-scopes.ts'
import type { AppInterface } from './app-interface.ts'
import type { AppValues } from './app-values.ts'
import type { ConfigFile } from './config-file.ts'

/** The groups of the page, in order. */
export const PLATFORMS = ['android', 'ios', 'computer', 'browser', 'reader', 'services', 'scripts', 'any'] as const

export type Platform = (typeof PLATFORMS)[number]

/** A field of an app, with the label that the app shows, and its content: one of the values, or a fixed text. */
type AppField = readonly [label: string, content: keyof AppValues | { readonly text: string }]

/** The fields that an app shows together, and the button below them. */
export interface AppScreen {
  readonly fields: readonly AppField[]
  readonly button?: string
}

/**
 * How an app was tried: by itself, by a library that it uses, or by requests that it sends. The pages in docs/apps and
 * docs/compatibility.md have the details. Absent for apps that were not tried, but use an interface that is.
 */
type Proof = { readonly kind: 'run' | 'library'; readonly version: string } | { readonly kind: 'replayed' }

/** An app that can be connected, with its menus and fields in its own words. */
export interface ConnectableApp {
  /** name in addresses */
  readonly id: string
  /** name of the app, and of its key */
  readonly name: string
  /** names of further apps that are connected in the same way */
  readonly others?: string
  readonly interface: AppInterface
  readonly platforms: readonly Platform[]
  /** where the app can be installed, by the name of the place */
  readonly links?: Readonly<Record<string, string>>
  /**
   * Connects without a key: `qr` by a QR code for the wallabag app, `consent` by a page on which the user allows it. A key
   * is the second way then.
   */
  readonly direct?: 'qr' | 'consent'
  /** rights of the key; absent if the app needs no key */
  readonly scopes?: readonly AppScope[]
  /** path through the menus of the app */
  readonly menus?: string
  /** true if the app shows the menu only in an open book */
  readonly isMenuOfBook?: boolean
  /** what to enter; absent for groups of apps, whose fields have different labels */
  readonly screens?: readonly AppScreen[]
  /** settings as a file, if that saves typing */
  readonly file?: ConfigFile
  readonly proof?: Proof
}
