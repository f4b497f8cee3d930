/**
 * Maximum size of the part of a file that is mapped into memory, which is SQLite's limit
 * (https://sqlite.org/mmap.html). Pages beyond it are read with a system call each. The map takes address space, and only
 * as much memory as the kernel has to spare.
 */
export const MEMORY_MAP_BYTES = 0x7fff_0000
