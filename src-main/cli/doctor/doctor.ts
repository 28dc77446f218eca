import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '#shared/messageOf.ts'
import { DEFAULT_PORT } from '../../gateway/gatewaySettings.ts'
import { GLOBAL_CONFIG_FILE } from '../../gateway/globalConfigFile.ts'
import {
  DEVNET,
  isEmbedded,
  type NetworkChoice,
  networkFolder,
  readNetworkChoice,
} from '../../gateway/networkChoice.ts'
import { findProject, publicConfigs } from '../../gateway/project.ts'
import { readConfigFile, readPublicConfig } from '../../gateway/publicConfig.ts'
import type { GlobalConfig } from '../../liteserver/globalConfig.ts'
import { dataDirOf, parseInteger } from '../arguments.ts'
import { readOptions } from '../options.ts'
import { print, printJson } from '../print.ts'
import { UsageError } from '../usageError.ts'
import { type Finding, good, problem, type Verdict, warning } from './finding.ts'
import { checkDataDir, checkPort, checkRuntime, checkTrustFile } from './machine.ts'
import { checkServers } from './servers.ts'

const OPTIONS = {
  network: { type: 'string' },
  port: { type: 'string' },
  'data-dir': { type: 'string' },
  json: { type: 'boolean' },
} as const

const MARKS: Readonly<Record<Verdict, string>> = { good: '✓', warning: '!', problem: '✗' }
const SILENT = { info() {}, warn() {} }

/**
 * Checks this machine and a network, and prints a line for each finding. Returns 1 if there is a problem.
 * @param now Unix milliseconds
 */
export async function doctorCommand(args: readonly string[], now: () => number = Date.now): Promise<number> {
  const { values, positionals } = readOptions('doctor', args, OPTIONS)
  if (positionals.length > 0) throw new UsageError(`doctor does not take '${positionals[0]}'`)
  const dataDir = dataDirOf(values['data-dir'])
  const port = values.port === undefined ? DEFAULT_PORT : parseInteger('--port', values.port)
  const findings: Finding[] = []
  const note = (...found: readonly Finding[]) => {
    findings.push(...found)
    if (!values.json) for (const finding of found) print(...linesOf(finding))
  }
  note(checkRuntime())
  note(...(await checkDataDir(dataDir)))
  note(await checkPort(port))
  note(...(await checkNetwork(readNetworkChoice(values.network ?? DEVNET, dataDir), dataDir, now)))
  if (values.json) printJson(findings)
  return findings.some(({ verdict }) => verdict === 'problem') ? 1 : 0
}

async function checkNetwork(
  choice: NetworkChoice,
  dataDir: string,
  now: () => number,
): Promise<readonly Finding[]> {
  const folder = join(dataDir, networkFolder(choice))
  let config: GlobalConfig | undefined
  try {
    config = await configOf(choice, folder, dataDir)
  } catch (error) {
    return [problem('config', messageOf(error), 'use another file, or --network mainnet, testnet or devnet')]
  }
  if (!config) return [good('liteservers', `${choice.kind} has its own, from its first start on`)]
  const { finding, keyBlock } = checkTrustFile(folder, config)
  const checked = await checkServers({ config, keyBlock, now })
  const found = isEmbedded(choice) ? checked.map((finding) => ofEmbedded(choice, finding)) : checked
  return [finding, ...found]
}

/** Returns the config with which the network is reached; undefined for an embedded one that was never started. */
async function configOf(
  choice: NetworkChoice,
  folder: string,
  dataDir: string,
): Promise<GlobalConfig | undefined> {
  if (choice.kind === 'custom') return readConfigFile(choice.file)
  if (choice.kind === 'mainnet' || choice.kind === 'testnet') {
    return readPublicConfig(choice.kind, { builtIn: publicConfigs(findProject()), dataDir }, SILENT)
  }
  const file = join(folder, GLOBAL_CONFIG_FILE)
  return existsSync(file) ? readConfigFile(file) : undefined
}

/** The liteserver of an embedded network answers only while the program runs, which is no problem. */
function ofEmbedded({ kind }: NetworkChoice, finding: Finding): Finding {
  return finding.check === 'liteservers' && finding.verdict === 'problem'
    ? warning(finding.check, `the ${kind} does not run`, `start it: npm start -- --network ${kind}`)
    : finding
}

function linesOf({ check, verdict, text, next }: Finding): readonly string[] {
  const line = `${MARKS[verdict]} ${check}: ${text}`
  return next === undefined ? [line] : [line, `  → ${next}`]
}
