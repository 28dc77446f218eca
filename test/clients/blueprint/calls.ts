/**
 * Runs Blueprint's network provider against Tonscope as its custom network, at the endpoint that Blueprint proposes
 * (`http://localhost:8081/`, the server's root), and compares what a script sees with v2.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type ClientArguments, Comparison, clientArguments, type V2Result } from '../runtimes/comparison.ts'
import { BLUEPRINT_WALLET } from './wallet.ts'

const ACCOUNTS = 40

async function run({ api, packages }: ClientArguments): Promise<void> {
  const require = createRequire(join(packages, 'package.json'))
  const { createNetworkProvider } = require('@ton/blueprint')
  const { Address } = require('@ton/core')
  // The provider needs a sender, which sends nothing here.
  Object.assign(process.env, BLUEPRINT_WALLET)
  const provider = await createNetworkProvider(silentUi, {
    _: [],
    '--custom': `${api}/`,
    '--custom-version': 'v2',
    '--custom-type': 'testnet',
    '--mnemonic': true,
    '--tonviewer': true,
  })
  const comparison = new Comparison(api)
  for (const account of await comparison.accounts(ACCOUNTS)) {
    const information = () => comparison.v2('getAddressInformation', { address: account })
    await comparison.compare(
      'isContractDeployed',
      account,
      () => provider.isContractDeployed(Address.parse(account)),
      async () => (await information()).state === 'active',
    )
    await comparison.compare(
      'getContractState',
      account,
      async () => {
        const { balance, last } = await provider.getContractState(Address.parse(account))
        return [`${balance}`, `${last?.lt ?? 0}`]
      },
      async () => {
        const ours = await information()
        return [ours.balance, ours.last_transaction_id.lt]
      },
    )
    await comparison.compare(
      'getLastTransactions',
      account,
      async () =>
        (await provider.getLastTransactions(Address.parse(account))).map((item: V2Result) => `${item.lt}`),
      async () =>
        (await comparison.v2('getTransactions', { address: account, limit: 100 })).map(
          (item: V2Result) => item.transaction_id.lt,
        ),
    )
  }
  await comparison.compare(
    'getConfig',
    'head',
    async () => (await provider.getConfig()).validators.maxValidators,
    async () => {
      const { config } = await comparison.v2('getConfigParam', { param: 16 })
      const { Cell } = require('@ton/core')
      return Cell.fromBase64(config.bytes).beginParse().loadUint(16)
    },
  )
  console.log(JSON.stringify(comparison.tally()))
}

/** Blueprint's interface to a terminal, which the calls here do not need. */
const silentUi = {
  write: () => undefined,
  prompt: async () => true,
  inputAddress: async () => undefined,
  input: async () => '',
  choose: async (_: string, [first]: readonly unknown[]) => first,
  setActionPrompt: () => undefined,
  clearActionPrompt: () => undefined,
}

await run(clientArguments())
