#!/usr/bin/env node
import { runExtract } from './run-extract.ts'

process.exitCode = await runExtract(process.argv.slice(2), process)
