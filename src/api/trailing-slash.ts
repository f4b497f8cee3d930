import type { FastifyInstance } from 'fastify'

/** The one address that ends in a slash itself: the page of the reference (contract, section 2). */
const REFERENCE = '/api/doc/'

/** Sends an address with a slash at its end to the one without (contract 0.2). */
export function addSlashRedirect(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request
    const end = url.indexOf('?') === -1 ? url.length : url.indexOf('?')
    if (url[end - 1] !== '/' || url.slice(0, end) === REFERENCE) return done()
    return reply.redirect(url.slice(0, end).replace(/\/{1,100}$/, '') + url.slice(end), 301)
  })
}
