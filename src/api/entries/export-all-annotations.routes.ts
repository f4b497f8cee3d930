import type { FastifyInstance } from 'fastify'
import { parseAnnotationFilter } from '../../annotations/annotation-filter.ts'
import { COLORS } from '../../annotations/annotation-color.ts'
import { allAnnotationLister } from '../../annotations/list-all-annotations.ts'
import type { AnnotationListDeps } from '../../annotations/list-annotations.ts'
import {
  ANNOTATION_FORMATS,
  annotationFile,
  isAnnotationFormat,
  MAX_EXPORTED,
} from '../../exports/annotations/annotation-file.ts'
import { AppError } from '../../kernel/errors.ts'
import { ERROR, OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { viewerOf } from '../wire/request-context.ts'

interface AnnotationExportDeps extends AnnotationListDeps {
  /** public address of this server */
  readonly baseUrl: string
}

const day = { type: 'string', description: 'a day in UTC, `YYYY-MM-DD`, inclusive' } as const

const SCHEMA = {
  summary: 'Export all annotations as a file',
  description: `At most ${MAX_EXPORTED.toLocaleString('en')} annotations of the user. wallabag does not have this route.`,
  tags: ['Annotations'],
  security: [{ bearer: [] }],
  querystring: {
    type: 'object',
    properties: {
      format: {
        type: 'string',
        enum: Object.keys(ANNOTATION_FORMATS),
        description: 'format of the file; JSON by default',
      },
      q: { type: 'string', description: 'words in the quote, the note or the title' },
      color: { type: 'string', enum: [...COLORS] },
      tag: { type: 'string', description: 'label of a tag of the annotation or its entry' },
      site: { type: 'string', description: 'host name of the entry' },
      from: day,
      to: day,
      order: {
        type: 'string',
        enum: ['time', 'place'],
        description: '`time`: newest first; `place`: in the order of the text',
      },
    },
  },
  response: {
    200: {
      description: 'the file',
      content: Object.fromEntries(
        Object.values(ANNOTATION_FORMATS).map(({ mediaType }) => [
          mediaType.replace(/;.*/, ''),
          {
            schema: mediaType.startsWith('application/json')
              ? { type: 'array', items: { type: 'object', description: 'the annotation with its entry' } }
              : { type: 'string' },
          },
        ]),
      ),
    },
    400: ERROR,
    401: OAUTH_ERROR,
  },
} as const

/** Adds `GET /api/annotations`, which exports all annotations of the user in the formats of the Annotations page. */
export function addAnnotationExportRoutes(app: FastifyInstance, deps: AnnotationExportDeps): void {
  const list = allAnnotationLister(deps)
  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(
    '/annotations',
    { schema: SCHEMA },
    async (request, reply) => {
      const { format = 'json', ...query } = request.query
      if (!isAnnotationFormat(format)) throw new AppError('invalid_input', 'no such format')
      const filter = parseAnnotationFilter(query)
      const annotations = await list(viewerOf(request).id, filter, MAX_EXPORTED)
      const { mediaType, fileName } = ANNOTATION_FORMATS[format]
      return reply
        .headers({
          'content-type': mediaType,
          'cache-control': 'no-store, private',
          ...(format !== 'json' && { 'content-disposition': `attachment; filename="${fileName}"` }),
        })
        .send(await annotationFile(format, annotations, deps.baseUrl))
    },
  )
}
