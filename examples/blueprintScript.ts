import type { NetworkProvider } from '@ton/blueprint'
import { toNano } from '@ton/core'

/** Gets coins from the devnet's faucet for Blueprint's wallet, and deploys it with a transfer to itself. */
export async function run(
  provider: NetworkProvider,
  [url = 'http://127.0.0.1:8081']: string[],
): Promise<void> {
  const wallet = provider.sender().address
  if (!wallet) throw new Error('Blueprint has no wallet')
  const faucet = await fetch(`${url}/api/tonscope/devnet/faucet`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ address: wallet.toString(), amount: toNano(5).toString() }),
  })
  if (!faucet.ok) throw new Error(await faucet.text())
  await provider.sender().send({ to: wallet, value: toNano(1) })
  await provider.waitForDeploy(wallet)
  const { balance } = await provider.getContractState(wallet)
  console.log('balance, nanoton:', balance)
}
