import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import protobuf from 'protobufjs'

/**
 * The parts of OpenTelemetry's messages that the tests read
 * (https://github.com/open-telemetry/opentelemetry-proto/blob/v1.9.0/opentelemetry/proto/trace/v1/trace.proto).
 */
const MESSAGES = `
  syntax = "proto3";
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message Status { string message = 2; int32 code = 3; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9; Status status = 15;
  }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Request { repeated ResourceSpans resource_spans = 1; }
`
const REQUEST = protobuf.parse(MESSAGES, { keepCase: true }).root.lookupType('Request')

interface KeyValue {
  readonly key: string
  readonly value: { readonly string_value?: string; readonly int_value?: string }
}

interface WireSpan {
  readonly trace_id: string
  readonly span_id: string
  readonly parent_span_id?: string
  readonly name: string
  readonly kind: number
  readonly attributes?: readonly KeyValue[]
  readonly status?: { readonly code?: number }
}

interface WireRequest {
  readonly resource_spans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] }
    readonly scope_spans: readonly { readonly spans: readonly WireSpan[] }[]
  }[]
}

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  readonly name: string
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer */
  readonly kind: number
  readonly isFailed: boolean
  readonly attributes: Readonly<Record<string, string>>
  /** attributes of the process */
  readonly resource: Readonly<Record<string, string>>
}

/** A collector on loopback that reads OTLP over HTTP, as protobuf. */
interface TraceCollector {
  /** address for `OTEL_EXPORTER_OTLP_ENDPOINT` */
  readonly url: string
  /** paths, content types and authorization of all requests so far */
  readonly requests: readonly (readonly [path: string | undefined, type: string | undefined, key: string | undefined])[]
  /** @returns all spans so far */
  spans(): readonly ReceivedSpan[]
  /** @returns all bytes so far, as text */
  text(): string
}

export async function startTraceCollector(t: TestContext): Promise<TraceCollector> {
  const requests: [string | undefined, string | undefined, string | undefined][] = []
  const bodies: Buffer[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { 'content-type': type, 'content-encoding': coding, authorization } = request.headers
      requests.push([request.url, type, authorization])
      const body = Buffer.concat(pieces)
      bodies.push(coding === 'gzip' ? gunzipSync(body) : body)
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans: () => bodies.flatMap(spansOf),
    text: () => Buffer.concat(bodies).toString('latin1'),
  }
}

function spansOf(body: Buffer): ReceivedSpan[] {
  const { resource_spans: groups } = REQUEST.toObject(REQUEST.decode(body), {
    longs: String,
    bytes: String,
  }) as WireRequest
  return groups.flatMap(({ resource, scope_spans: scopes }) =>
    scopes.flatMap(({ spans }) => spans.map((span) => received(span, attributesOf(resource.attributes)))),
  )
}

const hex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')

function received(span: WireSpan, resource: Readonly<Record<string, string>>): ReceivedSpan {
  return {
    traceId: hex(span.trace_id),
    spanId: hex(span.span_id),
    parentId: span.parent_span_id ? hex(span.parent_span_id) : undefined,
    name: span.name,
    kind: span.kind,
    isFailed: span.status?.code === 2,
    attributes: attributesOf(span.attributes ?? []),
    resource,
  }
}

function attributesOf(attributes: readonly KeyValue[]): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.string_value ?? value.int_value ?? '']))
}
