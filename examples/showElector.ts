import type { NetworkProvider } from '@ton/blueprint'
import { Address, fromNano } from '@ton/core'

/** A Blueprint script: `npx blueprint run showElector`. */
export async function run(provider: NetworkProvider): Promise<void> {
  const elector = Address.parse(`-1:${'3'.repeat(64)}`)
  const { balance } = await provider.getContractState(elector)
  provider.ui().write(`The elector has ${fromNano(balance)} TON`)
}
