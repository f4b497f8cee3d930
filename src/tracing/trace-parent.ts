import {
  isValidSpanId,
  isValidTraceId,
  ROOT_CONTEXT,
  trace,
  TraceFlags,
  type Context,
  type SpanContext,
} from '@opentelemetry/api'

/** Version 00 of the header `traceparent` (https://www.w3.org/TR/trace-context/#traceparent-header). */
const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** @returns the place of a span in its trace, as the text of a `traceparent` header */
export function traceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/**
 * @param text value of a `traceparent` header, or a request id
 * @returns a context whose new spans are children of the span that the text names; the root context for any other text
 */
export function contextOf(text: unknown): Context {
  const [, traceId = '', spanId = '', flags = ''] = (typeof text === 'string' && TRACE_PARENT.exec(text)) || []
  if (!isValidTraceId(traceId) || !isValidSpanId(spanId)) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
