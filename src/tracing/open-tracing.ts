import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { endsWithin } from '../kernel/sleep.ts'
import { contextOf, traceParent } from './trace-parent.ts'
import { spanOfRequest, watchRequests } from './trace-requests.ts'
import type { RunningSpan, SpanOptions, Tracing } from './tracing.ts'

interface TracingOptions {
  /** version of Dogear */
  readonly version: string
  /** true for the address of a proxy whose `traceparent` header counts */
  readonly isTrusted: (peer: string | undefined) => boolean
  /** called with what went wrong when spans could not be sent, at most once a minute */
  readonly onTrouble: (message: string) => void
}

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

/** Milliseconds that a stop waits for the last spans to be sent. */
const FLUSH_MS = 2000
const TROUBLE_INTERVAL_MS = 60_000

/**
 * Starts to record and send spans. Address, headers, sampling and batches follow the standard variables of
 * OpenTelemetry (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/), which its packages
 * read from the environment.
 */
export function openTracing({ version, isTrusted, onTrouble }: TracingOptions): Tracing {
  reportTrouble(onTrouble)
  const own = resourceFromAttributes({ 'service.name': 'dogear', 'service.version': version })
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  const tracer = provider.getTracer('dogear', version)
  const current = new AsyncLocalStorage<Span>()
  const requests = new WeakMap<IncomingMessage, Span>()
  // The context of a request also reaches timers that it starts, which outlive it.
  const running = () => {
    const span = current.getStore()
    return span?.isRecording() ? span : undefined
  }
  const contextFor = ({ kind, requestId }: SpanOptions) => {
    const parent = kind === 'consumer' ? undefined : running()
    return parent ? trace.setSpan(ROOT_CONTEXT, parent) : contextOf(requestId)
  }
  return {
    requestId: (request) => {
      const span = spanOfRequest(tracer, request, isTrusted(request.socket.remoteAddress))
      requests.set(request, span)
      return traceParent(span.spanContext())
    },
    watch: (app) => watchRequests(app, requests, current),
    span: (options, work) => {
      if (options.isDetail && !running()) return work(UNRECORDED)
      const span = tracer.startSpan(options.name, startOf(options), contextFor(options))
      return current.run(span, () => finished(span, work))
    },
    close: async () => void (await endsWithin(provider.shutdown(), FLUSH_MS)),
  }
}

const UNRECORDED: RunningSpan = { set: () => undefined, fail: () => undefined }

function startOf({ kind = 'internal', attributes = {} }: SpanOptions) {
  return { kind: KINDS[kind], attributes: { ...attributes } }
}

async function finished<T>(span: Span, work: (span: RunningSpan) => Promise<T>): Promise<T> {
  const running: RunningSpan = {
    set: (attributes) => void span.setAttributes({ ...attributes }),
    fail: (type) => void span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
  }
  try {
    return await work(running)
  } catch (error) {
    // Messages of errors can contain addresses, so only the name is sent.
    running.fail(error instanceof Error ? error.name : 'unknown')
    throw error
  } finally {
    span.end()
  }
}

const UNREPORTED = () => undefined

function reportTrouble(onTrouble: (message: string) => void): void {
  let reportedAt = Number.NEGATIVE_INFINITY
  const report = (message: string) => {
    if (performance.now() - reportedAt < TROUBLE_INTERVAL_MS) return
    reportedAt = performance.now()
    onTrouble(message)
  }
  const logger = { error: report, warn: report, info: UNREPORTED, debug: UNREPORTED, verbose: UNREPORTED }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}
