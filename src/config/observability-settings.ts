import { httpAddress, integer, oneOf, text, type Setting } from './setting-parsers.ts'

/**
 * The settings of metrics, and those variables of OpenTelemetry that decide whether spans are sent. Its packages read
 * them and all others from the environment.
 */
export const OBSERVABILITY_SETTINGS = {
  DOGEAR_METRICS_TOKEN: {
    fallback: '',
    parse: text,
    help: 'answers Prometheus at `/metrics` with this token; see [its page](metrics.md)',
    isSecret: true,
  },
  DOGEAR_METRICS_PORT: {
    fallback: '0',
    parse: integer(0, 65_535),
    help: 'TCP port of its own for `/metrics`, without a token, also of workers; 0 opens none',
  },
  DOGEAR_METRICS_HOST: {
    fallback: '127.0.0.1',
    parse: text,
    help: 'address of the port for metrics; it must not be public',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    fallback: '',
    parse: httpAddress,
    help: 'address of an OpenTelemetry collector, such as `http://localhost:4318`, which gets traces; see [traces](tracing.md)',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    fallback: '',
    parse: httpAddress,
    help: 'whole address for traces, such as `http://localhost:4318/v1/traces`, in place of the one above',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    fallback: 'http/protobuf',
    parse: oneOf('http/protobuf'),
    help: 'protocol for traces; only this one',
  },
  OTEL_TRACES_EXPORTER: { fallback: 'otlp', parse: oneOf('otlp', 'none'), help: 'where traces go; `none` sends none' },
  OTEL_SDK_DISABLED: { fallback: 'false', parse: oneOf('true', 'false'), help: '`true` sends no traces' },
} satisfies Record<string, Setting<unknown>>
