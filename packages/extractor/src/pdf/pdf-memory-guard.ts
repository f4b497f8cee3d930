/** Maximum size of one buffer in bytes. The drawing commands of a page rarely reach 1 MB. */
const MAX_BUFFER = 64 * 1024 * 1024
/** Maximum total size in bytes of all buffers that are allocated for one file. Freed buffers count too. */
const MAX_TOTAL = 512 * 1024 * 1024
const LARGE_BUFFER_BYTES = 256 * 1024

const ORIGINAL_ARRAYS = {
  Uint8Array: globalThis.Uint8Array,
  Uint8ClampedArray: globalThis.Uint8ClampedArray,
  DecompressionStream: globalThis.DecompressionStream,
}

export interface Guarded<T> {
  readonly result: T
  /** True if an allocation exceeded a limit. The result lacks the content that needed the memory. */
  readonly hasHitLimit: boolean
}

/**
 * Limits the memory that decoders can allocate. A thread's heap limit does not include the bytes of typed arrays, and
 * the decoders of pdf.js double their buffer as long as a stream returns data. A file of a few kilobytes could
 * therefore exhaust the memory of the machine. While `work` runs, `Uint8Array` and `Uint8ClampedArray` throw for large
 * buffers and `DecompressionStream` for long streams.
 *
 * The limit applies to all code of the thread, so the thread must do only one task at a time.
 *
 * @param work the work to limit; its errors are passed on
 * @returns the result of the work, and whether it reached a limit
 */
export async function withBoundedBuffers<T>(work: () => Promise<T>): Promise<Guarded<T>> {
  const budget = { left: MAX_TOTAL, hasHitLimit: false }
  Object.assign(globalThis, {
    Uint8Array: boundedArrays(ORIGINAL_ARRAYS.Uint8Array, budget),
    Uint8ClampedArray: boundedArrays(ORIGINAL_ARRAYS.Uint8ClampedArray, budget),
    DecompressionStream: boundedStreams(budget),
  })
  try {
    const result = await work()
    return { result, hasHitLimit: budget.hasHitLimit }
  } finally {
    Object.assign(globalThis, ORIGINAL_ARRAYS)
  }
}

interface Budget {
  left: number
  hasHitLimit: boolean
}

function boundedArrays<T extends Uint8ArrayConstructor | Uint8ClampedArrayConstructor>(
  unbounded: T,
  budget: Budget,
): T {
  const proxy: T = new Proxy(unbounded, {
    construct(target, values: unknown[], newTarget) {
      if (typeof values[0] === 'number' && values[0] > LARGE_BUFFER_BYTES) chargeBudget(budget, values[0])
      return Reflect.construct(target, values, newTarget === proxy ? target : newTarget) as object
    },
  })
  return proxy
}

function boundedStreams(budget: Budget): unknown {
  return class {
    readonly readable: ReadableStream
    readonly writable: WritableStream
    constructor(format: ConstructorParameters<typeof DecompressionStream>[0]) {
      const inner = new ORIGINAL_ARRAYS.DecompressionStream(format)
      let sum = 0
      const counter = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          sum += chunk.length
          if (sum > LARGE_BUFFER_BYTES) chargeBudget(budget, chunk.length, sum)
          controller.enqueue(chunk)
        },
      })
      this.writable = inner.writable
      this.readable = inner.readable.pipeThrough(counter)
    }
  }
}

/** @param bytes additional bytes @param size total size of the buffer or stream */
function chargeBudget(budget: Budget, bytes: number, size = bytes): void {
  budget.left -= bytes
  if (size <= MAX_BUFFER && budget.left >= 0) return
  budget.hasHitLimit = true
  throw new RangeError(`a buffer of ${size} bytes is more than a file may use`)
}
