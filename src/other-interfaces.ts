import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { feverRoutes } from './fever/fever.routes.ts'
import { greaderRoutes } from './greader/greader.routes.ts'
import { koboRoutes } from './kobo/kobo.routes.ts'
import { kosyncRoutes } from './kosync/kosync.routes.ts'
import { linkdingRoutes } from './linkding/linkding.routes.ts'
import { mcpRoutes } from './mcp/mcp.routes.ts'
import { minifluxRoutes } from './miniflux/miniflux.routes.ts'
import { opdsRoutes } from './opds/opds.routes.ts'
import { readeckRoutes } from './readeck/readeck.routes.ts'
import { saverRoutes } from './savers/savers.routes.ts'
import type { RouteDeps } from './route-deps.ts'

interface OtherInterface {
  /** false if the settings turn it off */
  readonly isOn: boolean
  readonly plugin: FastifyPluginAsync
  readonly prefixes: readonly string[]
}

/** Adds the interfaces for other apps, devices and assistants. */
export async function addOtherInterfaces(app: FastifyInstance, deps: RouteDeps): Promise<void> {
  for (const { isOn, plugin, prefixes } of otherInterfaces(deps)) {
    for (const prefix of isOn ? prefixes : []) await app.register(plugin, { prefix })
  }
}

function otherInterfaces(deps: RouteDeps): readonly OtherInterface[] {
  const { settings } = deps
  return [
    { isOn: settings.DOGEAR_LINKDING, plugin: linkdingRoutes(deps), prefixes: ['/linkding'] },
    { isOn: settings.DOGEAR_READECK, plugin: readeckRoutes(deps), prefixes: ['/readeck'] },
    { isOn: settings.DOGEAR_GREADER, plugin: greaderRoutes(deps), prefixes: ['/', '/api/greader.php'] },
    { isOn: settings.DOGEAR_FEVER, plugin: feverRoutes(deps), prefixes: ['/fever', '/api/fever.php'] },
    { isOn: settings.DOGEAR_MINIFLUX, plugin: minifluxRoutes(deps), prefixes: ['/miniflux'] },
    { isOn: settings.DOGEAR_KOSYNC, plugin: kosyncRoutes(deps), prefixes: ['/kosync'] },
    { isOn: settings.DOGEAR_OPDS, plugin: opdsRoutes(deps), prefixes: ['/opds'] },
    { isOn: settings.DOGEAR_KOBO, plugin: koboRoutes(deps), prefixes: ['/'] },
    { isOn: settings.DOGEAR_SAVERS, plugin: saverRoutes(deps), prefixes: ['/'] },
    { isOn: settings.DOGEAR_MCP, plugin: mcpRoutes(deps), prefixes: ['/mcp'] },
  ]
}
