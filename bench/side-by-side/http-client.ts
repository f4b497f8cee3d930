import { Agent, request } from 'node:http'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** body as sent, perhaps compressed */
  readonly body: Buffer
  /** milliseconds from the request to the last byte */
  readonly ms: number
}

export interface Question {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends requests over one connection, one after another, or over several. */
export class HttpClient {
  readonly base: URL
  readonly #agent: Agent

  /** @param base address of the server, such as `http://127.0.0.1:8000` */
  constructor(base: string, connections = 1) {
    this.base = new URL(base)
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  send({ method = 'GET', path, headers = {}, body }: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const since = performance.now()
      const url = new URL(path, this.base)
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const call = request(url, { agent: this.#agent, method, headers: { ...length, ...headers } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
            ms: performance.now() - since,
          }),
        )
      })
      call.on('error', reject).end(body)
    })
  }

  /** @throws Error if the response does not have the expected status */
  async expect(status: number, question: Question): Promise<Answer> {
    const answer = await this.send(question)
    if (answer.status === status) return answer
    throw new Error(
      `${this.base}${question.path.slice(1)} answered ${answer.status}: ${answer.body.toString().slice(0, 200)}`,
    )
  }

  close(): void {
    this.#agent.destroy()
  }
}
