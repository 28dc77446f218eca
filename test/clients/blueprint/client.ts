import { join } from 'node:path'
import type { ForeignClient } from '../foreignClient.ts'
import { installNodePackages, nodePackagesCommand } from '../runtimes/nodeClient.ts'

/** Blueprint loads scripts with ts-node, which does not run with TypeScript 7; its own projects have version 5. */
const PACKAGES = [
  '@ton/blueprint@0.46.0',
  '@ton/core@0.63.1',
  '@ton/crypto@3.3.0',
  '@ton/ton@16.3.0',
  'typescript@5.9.3',
]

/** Blueprint's network provider with Tonscope as the custom network. */
export const blueprintClient: ForeignClient = {
  name: '@ton/blueprint 0.46.0',
  prepare: async (cache) =>
    nodePackagesCommand(await installBlueprint(cache), join(import.meta.dirname, 'calls.ts')),
}

/** Installs Blueprint and what a project of it needs; returns the folder that has their `node_modules`. */
export function installBlueprint(cache: string): Promise<string> {
  return installNodePackages(cache, 'blueprint', PACKAGES)
}
