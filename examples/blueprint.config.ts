import type { Config } from '@ton/blueprint'

/** Blueprint's scripts and wallets against a gateway on this machine. */
export const config: Config = {
  network: { endpoint: 'http://127.0.0.1:8081/api/v2/jsonRPC', version: 'v2', type: 'testnet' },
}
