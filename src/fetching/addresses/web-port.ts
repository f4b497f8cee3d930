/** Ports below 1024 from which pages may be fetched. */
const LOW_WEB_PORTS = new Set([80, 443])

/** Ports above 1023 that the Fetch standard blocks (https://fetch.spec.whatwg.org/#port-blocking). */
const FETCH_BAD_PORTS = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]

/**
 * Ports of databases, caches, queues, remote desktops and control planes. They are from the IANA registry of service
 * names and from the manuals of these products.
 */
const SERVICE_PORTS = [
  1099, 1433, 1434, 1521, 1883, 2181, 2375, 2376, 2379, 2380, 3268, 3269, 3306, 3389, 4369, 5432, 5433, 5671, 5672,
  5900, 5901, 5984, 5985, 5986, 6379, 6380, 6443, 7000, 7001, 8883, 9042, 9092, 9200, 9300, 10250, 10255, 11211, 16379,
  26379, 27017, 27018, 27019, 50000, 61613, 61616,
]

const CLOSED_HIGH_PORTS = new Set([...FETCH_BAD_PORTS, ...SERVICE_PORTS])

/** @returns true if pages may be fetched from the port: 80, 443, or a port above 1023 that no known service uses */
export function isWebPort(port: number): boolean {
  return LOW_WEB_PORTS.has(port) || (port >= 1024 && port <= 65535 && !CLOSED_HIGH_PORTS.has(port))
}
