import { Address } from '@ton/core'
import { startDevnet } from '../../../src-main/devnet/runtime/startDevnet.ts'
import { headOf, SEED, TON } from './nodeRig.ts'

/**
 * A process that does one thing after another with the devnet in the given directory, until it is killed. It writes
 * a line before each (`doing save`) and after it (`head 7:ROOTHASH`).
 */
const [dir, first] = process.argv.slice(2)
if (!dir || !first) throw new Error('usage: nodeProcess.ts DIR NUMBER')

const devnet = await startDevnet({ dir, seed: SEED, scenario: false, blockInterval: 0 })
const ACTS = {
  faucet: () => devnet.faucet({ address: new Address(0, Buffer.alloc(32, 7)).toString(), amount: TON }),
  step: () => devnet.step(3),
  save: async () => {
    const { snapshots } = await devnet.status()
    if (snapshots.some(({ name }) => name === 'kept')) await devnet.deleteSnapshot('kept')
    return devnet.saveSnapshot('kept')
  },
  restore: () => devnet.restoreSnapshot('kept'),
  travel: () => devnet.setTime({ forward: 1000 }),
}
const ORDER = ['faucet', 'save', 'step', 'restore', 'travel', 'restore', 'faucet'] as const

console.log(`head ${await headOf(devnet)}`)
for (let turn = Number(first); ; turn++) {
  const { snapshots } = await devnet.status()
  const act = ORDER[turn % ORDER.length] ?? 'step'
  if (act === 'restore' && snapshots.length === 0) continue
  console.log(`doing ${act}`)
  await ACTS[act]()
  console.log(`head ${await headOf(devnet)}`)
}
