import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** A TCP proxy that can interrupt the connections to a server. */
export interface TcpGate {
  readonly port: number
  /** Closes all connections and refuses new ones, like a server that restarts. */
  shut(): Promise<void>
  open(): Promise<void>
  /**
   * Stops forwarding data on all open connections without closing them, like a firewall that forgot the connections.
   */
  silence(): void
  /** Accepts new connections without forwarding their data, like a server that hangs. `thaw` ends this. */
  freeze(): void
  /** Forwards new connections again. Silenced connections stay silent. */
  thaw(): void
}

/** Starts a proxy on loopback that forwards connections to `target`. */
export async function openTcpGate(
  t: Pick<TestContext, 'after'>,
  target: { readonly host: string; readonly port: number },
): Promise<TcpGate> {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const silence = () => {
    for (const socket of sockets) socket.unpipe().resume()
  }
  const server = createServer((near) => {
    if (isFrozen) return holdSilently(sockets, near)
    const far = connect(target.port, target.host)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const shut = async () => {
    if (!server.listening) return
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  t.after(shut)
  const freeze = () => {
    isFrozen = true
    silence()
  }
  const thaw = () => void (isFrozen = false)
  return { port, shut, open: () => listen(port), silence, freeze, thaw }
}

function holdSilently(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket)
  socket.on('error', () => undefined)
  socket.once('close', () => sockets.delete(socket))
  socket.resume()
}
