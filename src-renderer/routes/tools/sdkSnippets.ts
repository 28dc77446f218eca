/** An example for a client library or tool. */
export type Snippet = {
  readonly name: string
  /** The command that installs it, if it must be installed. */
  readonly install?: string
  readonly language: 'TypeScript' | 'shell'
  readonly code: string
}

export type SdkEndpoints = {
  /** The base URL: `http://127.0.0.1:8081/api/v2`. */
  readonly v2: string
  /** The path of an embedded network's global config; undefined for other networks. */
  readonly globalConfig: string | undefined
  /** The account in the examples. */
  readonly account: string
}

/** Quotes a text with single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

export function sdkSnippets({ v2, globalConfig, account }: SdkEndpoints): Snippet[] {
  const config = globalConfig ?? 'path/to/global.config.json'
  return [
    {
      name: '@ton/ton',
      install: 'npm install @ton/ton @ton/core @ton/crypto',
      language: 'TypeScript',
      code: `import { TonClient } from '@ton/ton'
import { Address } from '@ton/core'

const client = new TonClient({ endpoint: ${quoted(`${v2}/jsonRPC`)} })

const account = Address.parse(${quoted(account)})
console.log(await client.getBalance(account))
console.log(await client.getTransactions(account, { limit: 10 }))`,
    },
    {
      name: 'tonweb',
      install: 'npm install tonweb',
      language: 'TypeScript',
      code: `import TonWeb from 'tonweb'

const tonweb = new TonWeb(new TonWeb.HttpProvider(${quoted(`${v2}/jsonRPC`)}))

console.log(await tonweb.getBalance(${quoted(account)}))`,
    },
    {
      name: 'ton-lite-client',
      install: 'npm install ton-lite-client @ton/core',
      language: 'TypeScript',
      code: `import { readFileSync } from 'node:fs'
import { LiteClient, LiteRoundRobinEngine, LiteSingleEngine } from 'ton-lite-client'

const config = JSON.parse(readFileSync(${quoted(config)}, 'utf8'))
const engines = config.liteservers.map(
  ({ ip, port, id }) =>
    new LiteSingleEngine({
      host: \`tcp://\${[24, 16, 8, 0].map((shift) => (ip >>> shift) & 255).join('.')}:\${port}\`,
      publicKey: Buffer.from(id.key, 'base64'),
    }),
)
const client = new LiteClient({ engine: new LiteRoundRobinEngine(engines) })

console.log((await client.getMasterchainInfo()).last)`,
    },
    {
      name: 'curl',
      language: 'shell',
      code: `curl '${v2}/getAddressInformation?address=${encodeURIComponent(account)}'`,
    },
  ]
}
