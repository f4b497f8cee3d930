import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** A way to a server that can be shut, as when that server is restarted. */
export interface TcpGate {
  readonly port: number
  /** Cuts every connection; new ones are refused. */
  shut(): Promise<void>
  open(): Promise<void>
}

/** Opens a gate on loopback that leads to `target`. */
export async function openTcpGate(
  t: Pick<TestContext, 'after'>,
  target: { readonly host: string; readonly port: number },
): Promise<TcpGate> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
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
    for (const socket of sockets) socket.resetAndDestroy()
    await closed
  }
  t.after(shut)
  return { port, shut, open: () => listen(port) }
}
