const underWay = new Set<Promise<unknown>>()

document.addEventListener('request:sent', (event) => {
  const { detail: request } = event as CustomEvent<Promise<unknown>>
  underWay.add(request)
  void Promise.allSettled([request]).then(() => underWay.delete(request))
})

/** Waits until all requests that were reported with `dispatchRequestSent` are answered. */
export async function settleRequests(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay)
}
