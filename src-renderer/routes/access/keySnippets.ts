import { curlCommand } from '../../format/curlCommand.ts'

/** The placeholder for a key. */
const PLACE = 'YOUR_KEY'

/** Returns examples of sending a key with curl and with popular clients. */
export function keySnippets(
  v2: string,
  key: string = PLACE,
): readonly { readonly name: string; readonly code: string }[] {
  const endpoint = `${v2}/jsonRPC`
  return [
    {
      name: 'curl',
      code: curlCommand({ url: `${v2}/getMasterchainInfo`, headers: { 'X-API-Key': key } }),
    },
    { name: 'curl, in the query', code: curlCommand({ url: `${v2}/getMasterchainInfo?api_key=${key}` }) },
    {
      name: '@ton/ton',
      code: `const client = new TonClient({ endpoint: '${endpoint}', apiKey: '${key}' })`,
    },
    {
      name: 'tonweb',
      code: `const provider = new TonWeb.HttpProvider('${endpoint}', { apiKey: '${key}' })`,
    },
  ]
}
