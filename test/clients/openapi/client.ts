import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientNetwork } from '../clientNetworks.ts'
import type { ForeignClient, Prepared } from '../foreignClient.ts'
import { prepareNodePackages } from '../runtimes/nodeClient.ts'
import { preparePython } from '../runtimes/pythonClient.ts'
import { lastLines, runCommand, versionOf } from '../runtimes/runCommand.ts'

/** Validators of both OpenAPI documents, and clients that stock generators make of them, which send every example. */

const CALLS = join(import.meta.dirname, 'calls.ts')
const VALIDATE = join(import.meta.dirname, 'validate.ts')
const BUILD_DEADLINE_MS = 240_000
const OAPI_CODEGEN = 'v2.8.2'

/** The examples that send are accepted on a devnet alone, and one is enough. */
const unfit = ({ name }: ClientNetwork) =>
  name === 'devnet' ? undefined : 'the examples that send are accepted on the devnet alone'

/** The program with the tool that it calls. */
function command(generator: string, tool: string): Prepared {
  const node = [process.execPath, '--experimental-strip-types', CALLS] as const
  return { command: [...node, '--generator', generator, '--tool', tool] }
}

/** Both documents are the same on every network, but for the examples. */
const unfitForValidator = ({ name }: ClientNetwork) =>
  name === 'devnet' ? undefined : 'the documents differ in their examples alone'

/** A validator from npm, at its exact version. */
function nodeValidator(validator: string, packageName: string, version: string): ForeignClient {
  return {
    name: `openapi read by ${validator} ${version}`,
    async prepare(cache) {
      const prepared = await prepareNodePackages(cache, validator, [`${packageName}@${version}`], VALIDATE)
      return withValidator(prepared, validator, join(cache, validator))
    },
    unfit: unfitForValidator,
  }
}

function withValidator(prepared: Prepared, validator: string, tool: string): Prepared {
  if (!prepared.command) return prepared
  const node = [process.execPath, '--experimental-strip-types', VALIDATE] as const
  return { command: [...node, '--validator', validator, '--tool', tool] }
}

const SPEC_VALIDATOR = 'openapi-spec-validator'

async function prepareSpecValidator(cache: string): Promise<Prepared> {
  const prepared = await preparePython(cache, [`${SPEC_VALIDATOR}==0.9.0`], VALIDATE)
  return withValidator(prepared, SPEC_VALIDATOR, prepared.command?.[0] ?? '')
}

async function prepareGo(cache: string): Promise<Prepared> {
  if (!(await versionOf(['go', 'version']))) return { skip: 'go is not installed' }
  const bin = join(cache, `oapi-codegen-${OAPI_CODEGEN}`)
  await mkdir(bin, { recursive: true })
  const built = await runCommand(
    ['go', 'install', `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${OAPI_CODEGEN}`],
    { cwd: bin, deadlineMs: BUILD_DEADLINE_MS, env: { GOTOOLCHAIN: 'local', GOBIN: bin } },
  )
  if (built.code !== 0) throw new Error(`go cannot build oapi-codegen: ${lastLines(built)}`)
  return command('go', join(bin, 'oapi-codegen'))
}

async function preparePythonGenerator(cache: string): Promise<Prepared> {
  const prepared = await preparePython(cache, ['openapi-python-client==0.29.1'], '')
  return prepared.command ? command('python', prepared.command[0]) : prepared
}

async function prepareTypeScript(cache: string): Promise<Prepared> {
  const packages = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3']
  const name = 'openapi-typescript'
  const prepared = await prepareNodePackages(cache, name, packages, '')
  return prepared.command ? command('typescript', join(cache, name)) : prepared
}

export const openApiClients: readonly ForeignClient[] = [
  {
    name: `openapi read by ${SPEC_VALIDATOR} 0.9.0`,
    prepare: prepareSpecValidator,
    unfit: unfitForValidator,
  },
  nodeValidator('redocly', '@redocly/cli', '2.77.0'),
  nodeValidator('spectral', '@stoplight/spectral-cli', '6.16.3'),
  { name: 'openapi by oapi-codegen 2.8.2', prepare: prepareGo, unfit, sends: true },
  { name: 'openapi by openapi-python-client 0.29.1', prepare: preparePythonGenerator, unfit, sends: true },
  { name: 'openapi by openapi-typescript 7.13.0', prepare: prepareTypeScript, unfit, sends: true },
]
