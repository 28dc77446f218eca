/**
 * Has a validator read both OpenAPI documents of a running gateway:
 * `--validator openapi-spec-validator|redocly|spectral --tool PATH --api URL --scratch FOLDER`. Prints a `Tally`.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CallTally } from '../foreignClient.ts'
import { runCommand } from '../runtimes/runCommand.ts'
import { APIS, readDocuments } from './documentCalls.ts'

const DEADLINE_MS = 60_000
const SPECTRAL_RULES = 'extends: ["spectral:oas"]\n'

type Command = readonly [string, ...string[]]

/** Every validator ends with 0 if it finds no error. */
const VALIDATORS: Readonly<Record<string, (tool: string, document: string) => Command>> = {
  'openapi-spec-validator': (python, document) => [python, '-m', 'openapi_spec_validator', document],
  redocly: (folder, document) => [join(folder, 'node_modules/.bin/redocly'), 'lint', document],
  spectral: (folder, document) => [
    join(folder, 'node_modules/.bin/spectral'),
    ...['lint', '--ruleset', 'rules.yaml', '--fail-severity', 'error', document],
  ],
}

async function main(): Promise<void> {
  const text = { type: 'string', default: '' } as const
  const { values } = parseArgs({
    options: { validator: text, tool: text, api: text, scratch: text, config: text, blocks: text },
  })
  const { validator, tool, api, scratch } = values
  const commandOf = VALIDATORS[validator]
  if (!commandOf) throw new Error(`no validator '${validator}'; there are ${Object.keys(VALIDATORS).join()}`)
  await readDocuments(api, scratch)
  await writeFile(join(scratch, 'rules.yaml'), SPECTRAL_RULES)
  const calls: Record<string, CallTally> = {}
  for (const version of APIS) {
    const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const command = commandOf(tool, `${version}.json`)
    const { code, stdout, stderr } = await runCommand(command, { cwd: scratch, deadlineMs: DEADLINE_MS, env })
    const isValid = code === 0
    const differences = isValid ? [] : [`ended with ${code}: ${(stdout + stderr).slice(0, 2000)}`]
    calls[`${version}.json`] = { equal: isValid ? 1 : 0, tried: 1, differences }
  }
  console.log(JSON.stringify({ calls }))
}

await main()
